// Core Location for Linux. SPDX-License-Identifier: MIT
//
// The libraries of the trait Publishing; see docs/decisions/0031-libraries-for-publishing.md.
#include <curl/curl.h>
#include <librdkafka/rdkafka.h>
// The library's own brokers, for tests; it needs the header above.
#include <librdkafka/rdkafka_mock.h>
#include <mosquitto.h>
#include <postgresql/libpq-fe.h>
#include <sqlite3.h>

// Swift does not import functions with variable arguments: one for each type of argument.

static inline int core_location_sqlite_set_flag(sqlite3 *connection, int option, int value) {
  return sqlite3_db_config(connection, option, value, (int *)0);
}

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
