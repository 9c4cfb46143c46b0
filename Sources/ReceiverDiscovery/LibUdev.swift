// Core Location for Linux. SPDX-License-Identifier: MIT
//
// The functions of libudev that are used, as <libudev.h> declares them.
//
// Declared here rather than imported from a Clang module: a build that depends on this package, or has it in its
// dependency graph, would have to find that module, too. See docs/decisions/0016-no-clang-module.md.
//
// swift-format-ignore-file: AlwaysUseLowerCamelCase

/// A udev context, device, list or monitor.
typealias UdevPointer = OpaquePointer?
typealias UdevText = UnsafePointer<CChar>?

// MARK: The library

@_extern(c) func udev_new() -> UdevPointer
@_extern(c) @discardableResult func udev_unref(_ udev: UdevPointer) -> UdevPointer

// MARK: Present devices

@_extern(c) func udev_enumerate_new(_ udev: UdevPointer) -> UdevPointer
@_extern(c) @discardableResult func udev_enumerate_unref(_ enumerate: UdevPointer) -> UdevPointer
@_extern(c) @discardableResult
func udev_enumerate_add_match_subsystem(_ enumerate: UdevPointer, _ subsystem: UdevText) -> CInt
@_extern(c) func udev_enumerate_scan_devices(_ enumerate: UdevPointer) -> CInt
@_extern(c) func udev_enumerate_get_list_entry(_ enumerate: UdevPointer) -> UdevPointer
@_extern(c) func udev_list_entry_get_next(_ entry: UdevPointer) -> UdevPointer
@_extern(c) func udev_list_entry_get_name(_ entry: UdevPointer) -> UdevText

// MARK: One device

@_extern(c) func udev_device_new_from_syspath(_ udev: UdevPointer, _ path: UdevText) -> UdevPointer
@_extern(c)
func udev_device_new_from_subsystem_sysname(
  _ udev: UdevPointer, _ subsystem: UdevText, _ name: UdevText
) -> UdevPointer
@_extern(c) @discardableResult func udev_device_unref(_ device: UdevPointer) -> UdevPointer
@_extern(c) func udev_device_get_syspath(_ device: UdevPointer) -> UdevText
@_extern(c) func udev_device_get_sysname(_ device: UdevPointer) -> UdevText
@_extern(c) func udev_device_get_devnode(_ device: UdevPointer) -> UdevText
@_extern(c) func udev_device_get_subsystem(_ device: UdevPointer) -> UdevText
@_extern(c) func udev_device_get_driver(_ device: UdevPointer) -> UdevText
@_extern(c) func udev_device_get_action(_ device: UdevPointer) -> UdevText
@_extern(c) func udev_device_get_sysattr_value(_ device: UdevPointer, _ name: UdevText) -> UdevText
@_extern(c) func udev_device_get_property_value(_ device: UdevPointer, _ name: UdevText) -> UdevText
@_extern(c) func udev_device_get_parent(_ device: UdevPointer) -> UdevPointer
@_extern(c)
func udev_device_get_parent_with_subsystem_devtype(
  _ device: UdevPointer, _ subsystem: UdevText, _ kind: UdevText
) -> UdevPointer

// MARK: Changes

@_extern(c) func udev_monitor_new_from_netlink(_ udev: UdevPointer, _ name: UdevText) -> UdevPointer
@_extern(c) @discardableResult func udev_monitor_unref(_ monitor: UdevPointer) -> UdevPointer
@_extern(c) @discardableResult
func udev_monitor_filter_add_match_subsystem_devtype(
  _ monitor: UdevPointer, _ subsystem: UdevText, _ kind: UdevText
) -> CInt
@_extern(c) @discardableResult
func udev_monitor_set_receive_buffer_size(_ monitor: UdevPointer, _ size: CInt) -> CInt
@_extern(c) func udev_monitor_enable_receiving(_ monitor: UdevPointer) -> CInt
@_extern(c) func udev_monitor_get_fd(_ monitor: UdevPointer) -> CInt
@_extern(c) func udev_monitor_receive_device(_ monitor: UdevPointer) -> UdevPointer
