// Core Location for Linux. SPDX-License-Identifier: MIT
#if !__has_include(<openssl/ssl.h>)
#error "gps needs libssl-dev: run \"make build-tools\""
#endif
#include <openssl/err.h>
#include <openssl/ssl.h>
#include <openssl/x509v3.h>

// Swift does not import macros with arguments.

static inline int core_location_ssl_set_oldest_version(SSL_CTX *context, int version) {
  return (int)SSL_CTX_set_min_proto_version(context, version);
}

static inline int core_location_ssl_set_server_name(SSL *session, const char *name) {
  return (int)SSL_set_tlsext_host_name(session, name);
}

static const uint64_t core_location_ssl_options = SSL_OP_NO_RENEGOTIATION | SSL_OP_NO_COMPRESSION;
