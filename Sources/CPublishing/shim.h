// Core Location for Linux. SPDX-License-Identifier: MIT
//
// The libraries of gps-publish; see docs/decisions/0031-libraries-for-publishing.md.
#if !__has_include(<mosquitto.h>) || !__has_include(<postgresql/libpq-fe.h>) || !__has_include(<curl/curl.h>) || \
    !__has_include(<librdkafka/rdkafka.h>)
#error "gps-publish needs libmosquitto-dev, libpq-dev, libcurl4-openssl-dev and librdkafka-dev: run \"make publishing-tools\""
#endif
#include <curl/curl.h>
#include <librdkafka/rdkafka.h>
// The library's own brokers, for tests; it needs the header above.
#include <librdkafka/rdkafka_mock.h>
#include <mosquitto.h>
#include <postgresql/libpq-fe.h>

// Swift does not import functions with variable arguments: one for each type of argument.

static inline CURLcode core_location_curl_set_number(CURL *handle, CURLoption option, long value) {
  return curl_easy_setopt(handle, option, value);
}

static inline CURLcode core_location_curl_set_pointer(CURL *handle, CURLoption option, const void *value) {
  return curl_easy_setopt(handle, option, value);
}

typedef size_t (*core_location_curl_reader)(char *bytes, size_t size, size_t count, void *context);

static inline CURLcode core_location_curl_set_reader(CURL *handle, core_location_curl_reader reader, void *context) {
  CURLcode result = curl_easy_setopt(handle, CURLOPT_WRITEFUNCTION, reader);
  return result == CURLE_OK ? curl_easy_setopt(handle, CURLOPT_WRITEDATA, context) : result;
}

static inline CURLcode core_location_curl_get_number(CURL *handle, CURLINFO info, long *value) {
  return curl_easy_getinfo(handle, info, value);
}

static inline CURLcode core_location_curl_get_offset(CURL *handle, CURLINFO info, curl_off_t *value) {
  return curl_easy_getinfo(handle, info, value);
}

static inline CURLcode core_location_curl_get_text(CURL *handle, CURLINFO info, const char **value) {
  return curl_easy_getinfo(handle, info, value);
}

// A cast, which Swift does not import either.
static const long core_location_curl_basic = CURLAUTH_BASIC;
