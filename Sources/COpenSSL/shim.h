// Core Location for Linux. SPDX-License-Identifier: MIT
#if !__has_include(<openssl/ssl.h>)
#error "gps needs libssl-dev: run \"make build-tools\""
#endif
#include <openssl/core_names.h>
#include <openssl/ec.h>
#include <openssl/err.h>
#include <openssl/evp.h>
#include <openssl/params.h>
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

// The names of options are macros, and lists of options keep pointers into what they were made from.

/// Sets the key of a message authentication code, and the hash or cipher that it uses.
static inline int core_location_mac_init(
    EVP_MAC_CTX *context, const unsigned char *key, size_t size, const char *option, const char *value) {
  const OSSL_PARAM options[] = {
      OSSL_PARAM_construct_utf8_string(option, (char *)value, 0), OSSL_PARAM_construct_end()};
  return EVP_MAC_init(context, key, size, options);
}

/// Creates a public key from a point in compressed form; NULL if it is not on the curve.
static inline EVP_PKEY *core_location_ec_public_key(
    const char *curve, const unsigned char *point, size_t size) {
  OSSL_PARAM options[] = {
      OSSL_PARAM_construct_utf8_string(OSSL_PKEY_PARAM_GROUP_NAME, (char *)curve, 0),
      OSSL_PARAM_construct_octet_string(OSSL_PKEY_PARAM_PUB_KEY, (void *)point, size),
      OSSL_PARAM_construct_end()};
  EVP_PKEY *key = NULL;
  EVP_PKEY_CTX *context = EVP_PKEY_CTX_new_from_name(NULL, "EC", NULL);
  if (context == NULL) return NULL;
  if (EVP_PKEY_fromdata_init(context) != 1 ||
      EVP_PKEY_fromdata(context, &key, EVP_PKEY_PUBLIC_KEY, options) != 1)
    key = NULL;
  EVP_PKEY_CTX_free(context);
  return key;
}
