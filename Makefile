# Core Location for Linux. SPDX-License-Identifier: MIT
#
# The entry point for every task. "make help" lists the targets.

# The folder in which "make install" and "make deb" stage their files.
STAGE = .build-static/package

RECORDING = Fixtures/recordings/harbour-walk.nmea

# Debian and Ubuntu packages needed to build gps; the libraries that applications use need libudev-dev alone.
BUILD_PACKAGES = pkg-config libudev-dev libsqlite3-dev libssl-dev zlib1g-dev
# Packages that gps-publish needs as well.
PUBLISHING_PACKAGES = libmosquitto-dev libpq-dev libcurl4-openssl-dev librdkafka-dev
# Packages needed to build everything and to run the checks.
TEST_PACKAGES = $(BUILD_PACKAGES) $(PUBLISHING_PACKAGES) libumockdev-dev umockdev python3 valgrind geographiclib-tools \
  faketime libxml2-utils python3-gpxpy python3-geojson python3-pil librsvg2-bin libimage-exiftool-perl \
  tmux

# Packages that the benchmark of a fleet needs as well.
FLEET_PACKAGES = mosquitto mosquitto-clients postgresql postgresql-15-postgis-3 kcat

# An emulator of boards with a Cortex-M, and what links programs for them.
BOARD_PACKAGES = qemu-system-arm gcc-arm-none-eabi

# Packages needed to make the Debian package, and to check it.
DEB_TOOLS = debhelper dpkg-dev
PACKAGE_TOOLS = $(DEB_TOOLS) lintian man-db desktop-file-utils xdg-utils

# How long "make fuzz" feeds small inputs to each of its targets, and how long "make soak" runs unless HOURS is set.
# With BYTES=n, "make fuzz" feeds n bytes in large inputs instead.
SECONDS = 60
BYTES =

# What "make check" runs. LONGEST: the checks that take longest, which start first. NESTED: the checks that build other
# packages, one at a time, since SwiftPM locks their folder. WAITING: the checks that wait nearly all the time, one at a time, so
# that others can run beside them. ALONE: the check that cannot run while the library is built.
LONGEST = $(patsubst %,Tests/Checks/%.sh,web service instructions orders time stalls embedded cancellation)
NESTED = $(patsubst %,Tests/Checks/%.sh,examples main-programs clients products)
WAITING = $(patsubst %,Tests/Checks/%.sh,geoclue corrections brokers)
ALONE = Tests/Checks/beside.sh
CHECKS = $(LONGEST) $(filter-out $(LONGEST) $(NESTED) $(WAITING) $(ALONE),$(wildcard Tests/Checks/*.sh))
# What "make test" runs beside the unit tests, a minute of simulated ports and networks.
SCENES = $(wildcard Tests/Scripts/*.sh)

# Extra options of SwiftPM for everything that "make test" and "make check" build, and the folder in which the tests are
# built. The folder of other packages is named after it.
export BUILD_OPTIONS ?=
export SCRATCH ?= .build
# Package.swift lists the programs of Tests/Laboratory only if this is set.
export CORE_LOCATION_LABORATORY = yes

# The sources that are linted and formatted.
SOURCES = $(wildcard Sources Tests docs/examples Package.swift)

# Runs a check, and says how long that took.
timed = PROGRAMS_ARE_BUILT=yes bash -c 'TIMEFORMAT="$$1: %0R s, %0U s + %0S s of processor time"; time bash "$$1"' -
# Runs checks one after the other.
in-turn = @set -e; for check in $(1); do $(timed) "$$check"; done

.DEFAULT_GOAL = help
.PHONY: help run test test-target check embedded examples lint format docs docs-check benchmark benchmark-live benchmark-delivery benchmark-service benchmark-history benchmark-wake \
  benchmark-fleet publishing-tools \
  sanitize ci build-tools test-tools swift
.PHONY: build install uninstall deb package-check deb-check machine-check
.PHONY: programs scenes unit-tests applications waiting products-release golden $(CHECKS) $(NESTED) $(WAITING) $(ALONE) $(SCENES)
.PHONY: sanitize-quick fuzz fuzz-coverage accuracy warnings attack soak soak-service

help: ## Lists these targets.
	@sed -n 's/^\([a-z-]*\):.*## \(.*\)/  make \1\t\2/p' Makefile | expand -t 24

# Without the optimizer, which takes four fifths of the time of a release build.
run: build-tools ## Installs missing packages, builds the gps tool and replays a recording.
	swift build --product gps
	.build/debug/gps replay --format text $(RECORDING) | tail -n 4
	@echo; echo 'The program is .build/debug/gps, which is not optimized. To install the optimized one, run'; \
	  echo '    make build && sudo make install'
	@echo; echo 'A picture of this walk, to be opened in a browser, is made by'; \
	  echo '    .build/debug/gps plot $(RECORDING) --output walk.svg'

build: ## Builds the files for "make install" and "make deb", with Swift linked in.
	@.packaging/stage $(STAGE)

install: ## Installs gps, its manual, completions and units below PREFIX (/usr/local), in DESTDIR.
	@.packaging/install --check
	@.packaging/stage $(STAGE)
	@.packaging/install $(STAGE)

uninstall: ## Removes what "make install" has installed, with the same PREFIX and DESTDIR.
	@.packaging/install --remove

deb: ## Makes a Debian package from the files of "make build".
	@.ci/install-packages $(DEB_TOOLS)
	@.packaging/stage $(STAGE)
	@.packaging/deb $(STAGE) .build-static

programs: test-tools
	[ "$$PROGRAMS_ARE_BUILT" = yes ] || swift build $(BUILD_OPTIONS) --scratch-path $(SCRATCH) --build-tests

test: unit-tests $(SCENES) ## Runs the tests; no receiver and no special rights needed.

scenes: $(SCENES)

unit-tests: programs
	Tests/Scripts/in-own-home Tests/Scripts/run-tests

test-target: test-tools ## Builds and runs the tests of TARGET alone (GNSSTests), within a minute or two.
	CORE_LOCATION_TARGETS=$(TARGET) swift build --scratch-path .build-target --build-tests
	Tests/Scripts/in-own-home .build-target/debug/core-location-linuxPackageTests.xctest --testing-library swift-testing --quiet

check: waiting applications docs $(CHECKS) golden $(ALONE) ## Runs the other checks of a change: costs, clients, examples, recordings ("make -j2 -O check").

applications: programs ## Builds packages that use the products, and checks what they get and how they run.
	$(call in-turn,$(NESTED))

waiting: programs ## Runs the checks with clocks, casters, brokers and GeoClue, which wait nearly all the time.
	$(call in-turn,$(WAITING))

products-release: test-tools ## Builds and links each library in release mode, as applications do; some minutes.
	python3 Tests/Scripts/products.py -c release

golden: programs
	PROGRAMS_ARE_BUILT=yes .ci/check-golden

$(CHECKS) $(NESTED) $(WAITING) $(ALONE) $(SCENES): programs
	@$(timed) $@

# It changes the modification time of the library's sources, so nothing else may build the library meanwhile.
$(ALONE): docs applications

package-check: package-tools ## Makes the package twice and compares; checks the package and its units; some minutes.
	.packaging/stage $(STAGE)
	Tests/Packaging/package.sh $(STAGE)

deb-check: package-check ## Installs, upgrades, removes and purges the package in a Debian root without Swift; as root.
	Tests/Packaging/debian-root.sh

machine-check: ## Boots a Debian machine in QEMU with the package, systemd and a USB receiver; as root, some minutes.
	@.ci/install-packages $(DEB_TOOLS) debootstrap qemu-system-x86 e2fsprogs
	.packaging/stage $(STAGE)
	@! command -v swift >/dev/null || Tests/Scripts/build-product WakeProbe >/dev/null
	Tests/Packaging/machine.py "$$(.packaging/deb $(STAGE) .build-static)" $(STAGE)/gps $(SCRATCH)/debug/WakeProbe

embedded: swift ## Compiles the parser in Embedded Swift for three targets, and runs it on an emulated Cortex-M.
	@.ci/install-packages $(BOARD_PACKAGES) || echo "without them, nothing is run on an emulated board"
	Tests/Checks/embedded.sh

examples: test-tools ## Builds the examples and runs them at a terminal with a simulated receiver.
	Tests/Checks/examples.sh

accuracy: build-tools ## Counts how many fixes are as good as their accuracy says, for docs/accuracy.md.
	@python3 Tests/Scripts/accuracy.py "$$(Tests/Scripts/build-product -c release gps)"
	@[ -z "$(TRUTH)" ] || python3 Tests/Scripts/truth.py "$$(Tests/Scripts/build-product -c release gps)" "$(TRUTH)"

warnings: build-tools ## Counts the warnings of recordings in FOLDER, for docs/integrity.md.
	@python3 Tests/Scripts/episodes.py "$$(Tests/Scripts/build-product -c release gps)" $(FOLDER)

lint: swift ## Checks the format of the sources, what each target imports, and the links and names on pages.
	swift format lint --strict --parallel --recursive $(SOURCES)
	.ci/check-imports
	.ci/check-readme
	.ci/check-links
	.ci/check-names

format: swift ## Formats the sources.
	swift format --in-place --parallel --recursive $(SOURCES)

docs-check: programs ## Lists public symbols without documentation.
	.ci/check-documentation

docs: programs ## Makes the reference documentation, a static site in .build/documentation/site.
	.ci/build-docs

benchmark: test-tools ## Counts and times decoding and delivery.
	Tests/Laboratory/Benchmarks/benchmark.py
	Tests/Laboratory/Delivery/benchmark.py

benchmark-live: build-tools ## Measures gps watch beside gpsd, if that is installed.
	Tests/Laboratory/Benchmarks/live.py

benchmark-service: build-tools ## Measures gps serve beside gpsd, if that is installed.
	Tests/Laboratory/Benchmarks/service.py

benchmark-fleet: test-tools ## Publishes from 1,000 vehicles for SECONDS (600) over bad networks, TO=kafka or by default to MQTT and PostgreSQL.
	@.ci/install-packages $(FLEET_PACKAGES)
	swift build -c release --product Fleet
	Tests/Laboratory/Fleet/fleet.py .build/release/Fleet --seconds $(if $(filter command line,$(origin SECONDS)),$(SECONDS),600) \
	  $(addprefix --to ,$(TO))

benchmark-history: test-tools ## Measures how soon a day or a place is found in a track of ten million fixes.
	Tests/Laboratory/Benchmarks/history.py

benchmark-wake: test-tools ## Measures what gps wake takes while nothing is near, and how soon it wakes; four minutes.
	Tests/Laboratory/Benchmarks/waking.py "$$(Tests/Scripts/build-product -c release gps)" "$$(Tests/Scripts/build-product WakeProbe)"

benchmark-delivery: test-tools ## Measures how long a location takes to reach a delegate, and what that costs.
	Tests/Laboratory/Delivery/benchmark.py

# One skipped test limits its process to less address space than a sanitizer reserves, the other to files smaller than the
# one in which the thread sanitizer keeps its shadow. XCTest has no tests here, and leaks.
# The tool under test is a process of its own: a leak report at its end would change its exit code.
# Only a few tests run at a time, as in "make test". librdkafka starts its threads by thrd_create, of which the thread sanitizer
# does not learn: it ends the process.
SANITIZED = --disable-xctest --skip takesNoMemoryForALineThatDoesNotEnd \
  --experimental-maximum-parallelization-width $$((3 * $$(nproc)))

sanitize: export TSAN_OPTIONS = suppressions=$(CURDIR)/Tests/Sanitizers/threads.txt
sanitize: export LSAN_OPTIONS = suppressions=$(CURDIR)/Tests/Sanitizers/leaks.txt:print_suppressions=0
sanitize: export ASAN_OPTIONS = suppressions=$(CURDIR)/Tests/Sanitizers/addresses.txt
sanitize: test-tools ## Runs the tests under the thread and address sanitizers, and looks for leaks.
	swift test --sanitize=thread --scratch-path .build-tsan $(SANITIZED) --skip keepsWholeSentencesAtALimit --skip Kafka
	swift test --sanitize=address --scratch-path .build-asan $(SANITIZED) --skip '^CommandLineTests\.'
	ASAN_OPTIONS=$$ASAN_OPTIONS:detect_leaks=0 swift test --sanitize=address --scratch-path .build-asan \
	  $(SANITIZED) --filter '^CommandLineTests\.'

# TerminalAskerTests stop and continue their own programs within a second, for which the sanitizer is too slow.
sanitize-quick: test-tools ## Runs the tests of managers, authorization and the service under the thread sanitizer.
	swift test --sanitize=thread --scratch-path .build-tsan --skip TerminalAskerTests \
	  --filter '^(LinuxLocationTests|LocationAuthorizationTests|LocationServiceTests)\.'

fuzz: test-tools ## Feeds made-up bytes to all code that reads untrusted input, SECONDS (60) or BYTES for each target.
	Tests/Laboratory/Fuzz/run $(if $(BYTES),--bytes $(BYTES),--seconds $(SECONDS))

fuzz-coverage: test-tools ## Shows which parts of the sources the inputs kept by fuzzing reach.
	Tests/Laboratory/Fuzz/run --coverage

attack: test-tools ## Attacks the tool with floods, dead networks, full disks, hostile servers, limits, kills and crowds; 13 minutes.
	@.ci/install-packages systemd dbus-user-session || echo "without them, nothing is attacked beside a user manager"
	Tests/Laboratory/Attack/run

soak: build-tools ## Disturbs a receiver and its listeners for SECONDS (60) or HOURS, and draws the resources used.
	Tests/Laboratory/Soak/soak.py $(if $(HOURS),--hours $(HOURS),--seconds $(SECONDS))

soak-service: build-tools ## Serves a receiver that is unplugged to clients that stall and disconnect, for SECONDS (60).
	Tests/Laboratory/Soak/service.py "$$(Tests/Scripts/build-product -c release gps)" --seconds $(SECONDS)

ci: ## Runs every check that a change must pass.
	.ci/run

build-tools: swift
	@.ci/install-packages $(BUILD_PACKAGES)

publishing-tools: swift
	@.ci/install-packages $(BUILD_PACKAGES) $(PUBLISHING_PACKAGES)

package-tools: swift
	@.ci/install-packages $(BUILD_PACKAGES) $(PUBLISHING_PACKAGES) $(PACKAGE_TOOLS)

test-tools: swift
	@.ci/install-packages $(TEST_PACKAGES)

swift:
	@command -v swift >/dev/null || { echo 'cannot build: swift is not found;' \
	  'install Swift 6.2 or later from https://www.swift.org/install/linux and run make again' >&2; \
	  exit 1; }
