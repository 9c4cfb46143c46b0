#!/bin/sh
# Makes the recordings in this folder again, byte for byte. Run it from the root of the repository;
# GPS names the tool if it is not the debug build.
set -eu
gps=${GPS:-.build/debug/gps}
folder=${1:-Fixtures/recordings}

"$gps" simulate --route Fixtures/routes/harbour-walk.gpx --speed 2 \
  --start 2025-06-15T06:30:00Z --nmea 4.0 --sentences RMC,GGA,GSA,GST,GSV --satellites-every 10 \
  --uere 3 --geoid-separation 22.4 --seed 1 > "$folder/harbour-walk.nmea"

"$gps" simulate --route circle --latitude 48.1375 --longitude 11.5755 --altitude 519 \
  --radius 80 --speed 12 --start 2025-03-30T00:59:45Z --duration 34 --rate 10 \
  --sentences GGA,RMC --quality differential --uere 2.5 --geoid-separation 45.6 --seed 2 \
  > "$folder/drive-10hz.nmea"

"$gps" simulate --latitude 64.1466 --longitude -21.9426 --altitude 28 \
  --start 2025-02-03T07:12:40Z --duration 60 --cold-start 45 --talker GP --nmea 3.0 \
  --sentences RMC,GGA,GSA,GSV,ZDA --uere 4 --geoid-separation 65.5 --seed 3 > "$folder/cold-start.nmea"

"$gps" simulate --route straight --latitude 46.5263 --longitude 8.6086 --altitude 1145 \
  --course 162 --speed 22 --start 2025-08-02T10:04:00Z --duration 60 --outage 15+25 --outage 50+2 \
  --nmea 4.10 --sentences RMC,GGA,GSA,GLL,GST,GNS --noise 2.5 --vertical-noise 4 --noise-time 20 \
  --geoid-separation 52.3 --seed 4 > "$folder/outage.nmea"

"$gps" simulate --route straight --latitude=-16.5 --longitude 179.9990 --altitude 2 \
  --course 80 --speed 4 --start 2024-12-31T23:59:30Z --duration 60 --talker GP --nmea 2.3 \
  --sentences GGA,GSA,RMC,VTG,ZDA --uere 4 --geoid-separation 56.1 --seed 5 > "$folder/year-end.nmea"

"$gps" simulate --route straight --latitude 35.6586 --longitude 139.7454 --altitude 18 \
  --course 300 --speed 1.3 --start 2025-05-20T03:00:00Z --duration 60 --week-rollover 1 \
  --talker GP --nmea 2.0 --sentences GGA,RMC,GSA,GSV --satellites-every 5 \
  --uere 4 --geoid-separation 36.7 --decimals 4 --seed 6 > "$folder/week-rollover.nmea"
