import NMEA0183
