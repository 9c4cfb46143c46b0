#!/usr/bin/env python3
# Core Location for Linux. SPDX-License-Identifier: MIT
"""The brokers that librdkafka has for tests, as a process: prints its address, then reads commands.

    down, up          ends all connections and accepts none; accepts them again
    refuse N          answers the next N requests to produce with NOT_ENOUGH_REPLICAS

It keeps the newest messages in memory, 5 MB for each of 12 partitions, recognizes no duplicates, and replicates nothing: what it
costs says little about Apache Kafka.
"""
import ctypes
import sys

TOPIC, PARTITIONS, NOT_ENOUGH_REPLICAS, PRODUCE = b"positions", 12, 19, 0
library = ctypes.CDLL("librdkafka.so.1")


def function(name, result, *arguments):
    """Declares a function: without that, pointers are cut to 32 bits."""
    named = getattr(library, name)
    named.restype, named.argtypes = result, arguments
    return named


pointer, number = ctypes.c_void_p, ctypes.c_int
configuration = function("rd_kafka_conf_new", pointer)()
function("rd_kafka_conf_set_log_cb", None, pointer, pointer)(configuration, None)
text = ctypes.create_string_buffer(512)
producer = function("rd_kafka_new", pointer, number, pointer, ctypes.c_char_p, ctypes.c_size_t)(0, configuration, text, 512)
if not producer:
    sys.exit(f"cannot start brokers: {text.value.decode()}")
cluster = function("rd_kafka_mock_cluster_new", pointer, pointer, number)(producer, 1)
function("rd_kafka_mock_topic_create", number, pointer, ctypes.c_char_p, number, number)(cluster, TOPIC, PARTITIONS, 1)
print(function("rd_kafka_mock_cluster_bootstraps", ctypes.c_char_p, pointer)(cluster).decode(), flush=True)
set_down = function("rd_kafka_mock_broker_set_down", number, pointer, ctypes.c_int32)
set_up = function("rd_kafka_mock_broker_set_up", number, pointer, ctypes.c_int32)
refuse = function("rd_kafka_mock_push_request_errors_array", None, pointer, ctypes.c_int16, ctypes.c_size_t,
                  ctypes.POINTER(number))
for line in sys.stdin:
    command, *count = line.split()
    if command == "down":
        set_down(cluster, 1)
    elif command == "up":
        set_up(cluster, 1)
    elif command == "refuse":
        errors = [NOT_ENOUGH_REPLICAS] * int(count[0])
        refuse(cluster, PRODUCE, len(errors), (number * len(errors))(*errors))
