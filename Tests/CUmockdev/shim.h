// Core Location for Linux. SPDX-License-Identifier: MIT
//
// What umockdev costs: its preload library, which has to be linked, wraps open() and the like of the one process
// in which all tests run, and keeps a socket for every path below /dev that is opened there, for good. Above a
// thousand descriptors or so Foundation's Process crashes, or there are no more. So tests open no such path in
// loops: no UUID() (it opens /dev/urandom; a folder is a ScratchFolder), and /dev/null once. A PseudoTerminal
// costs one for each time that its port is opened by this name; by a link to it, or as //dev/pts/3, none.
#include <umockdev.h>
