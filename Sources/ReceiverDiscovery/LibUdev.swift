// Core Location for Linux. SPDX-License-Identifier: MIT
//
// The functions of libudev that are used, as <libudev.h> declares them.
//
// Declared here rather than imported from a Clang module: a build that depends on this package, or has it in its
// dependency graph, would have to find that module, too. See docs/decisions/0016-no-clang-module.md.
//
// swift-format-ignore-file: AlwaysUseLowerCamelCase

// MARK: The library

@_extern(c) func udev_new() -> OpaquePointer?
@_extern(c) @discardableResult func udev_unref(_ udev: OpaquePointer?) -> OpaquePointer?

// MARK: Present devices

@_extern(c) func udev_enumerate_new(_ udev: OpaquePointer?) -> OpaquePointer?
@_extern(c) @discardableResult
func udev_enumerate_unref(_ enumerate: OpaquePointer?) -> OpaquePointer?
@_extern(c) @discardableResult
func udev_enumerate_add_match_subsystem(
  _ enumerate: OpaquePointer?, _ subsystem: UnsafePointer<CChar>?
) -> CInt
@_extern(c) func udev_enumerate_scan_devices(_ enumerate: OpaquePointer?) -> CInt
@_extern(c) func udev_enumerate_get_list_entry(_ enumerate: OpaquePointer?) -> OpaquePointer?
@_extern(c) func udev_list_entry_get_next(_ entry: OpaquePointer?) -> OpaquePointer?
@_extern(c) func udev_list_entry_get_name(_ entry: OpaquePointer?) -> UnsafePointer<CChar>?

// MARK: One device

@_extern(c)
func udev_device_new_from_syspath(
  _ udev: OpaquePointer?, _ path: UnsafePointer<CChar>?
) -> OpaquePointer?
@_extern(c)
func udev_device_new_from_subsystem_sysname(
  _ udev: OpaquePointer?, _ subsystem: UnsafePointer<CChar>?, _ name: UnsafePointer<CChar>?
) -> OpaquePointer?
@_extern(c) @discardableResult
func udev_device_unref(_ device: OpaquePointer?) -> OpaquePointer?
@_extern(c) func udev_device_get_syspath(_ device: OpaquePointer?) -> UnsafePointer<CChar>?
@_extern(c) func udev_device_get_sysname(_ device: OpaquePointer?) -> UnsafePointer<CChar>?
@_extern(c) func udev_device_get_devnode(_ device: OpaquePointer?) -> UnsafePointer<CChar>?
@_extern(c) func udev_device_get_subsystem(_ device: OpaquePointer?) -> UnsafePointer<CChar>?
@_extern(c) func udev_device_get_driver(_ device: OpaquePointer?) -> UnsafePointer<CChar>?
@_extern(c) func udev_device_get_action(_ device: OpaquePointer?) -> UnsafePointer<CChar>?
@_extern(c)
func udev_device_get_sysattr_value(
  _ device: OpaquePointer?, _ name: UnsafePointer<CChar>?
) -> UnsafePointer<CChar>?
@_extern(c)
func udev_device_get_property_value(
  _ device: OpaquePointer?, _ name: UnsafePointer<CChar>?
) -> UnsafePointer<CChar>?
@_extern(c) func udev_device_get_parent(_ device: OpaquePointer?) -> OpaquePointer?
@_extern(c)
func udev_device_get_parent_with_subsystem_devtype(
  _ device: OpaquePointer?, _ subsystem: UnsafePointer<CChar>?, _ kind: UnsafePointer<CChar>?
) -> OpaquePointer?

// MARK: Changes

@_extern(c)
func udev_monitor_new_from_netlink(
  _ udev: OpaquePointer?, _ name: UnsafePointer<CChar>?
) -> OpaquePointer?
@_extern(c) @discardableResult
func udev_monitor_unref(_ monitor: OpaquePointer?) -> OpaquePointer?
@_extern(c) @discardableResult
func udev_monitor_filter_add_match_subsystem_devtype(
  _ monitor: OpaquePointer?, _ subsystem: UnsafePointer<CChar>?, _ kind: UnsafePointer<CChar>?
) -> CInt
@_extern(c) @discardableResult
func udev_monitor_set_receive_buffer_size(_ monitor: OpaquePointer?, _ size: CInt) -> CInt
@_extern(c) func udev_monitor_enable_receiving(_ monitor: OpaquePointer?) -> CInt
@_extern(c) func udev_monitor_get_fd(_ monitor: OpaquePointer?) -> CInt
@_extern(c) func udev_monitor_receive_device(_ monitor: OpaquePointer?) -> OpaquePointer?
