import NMEA0183
print(Message("$GPGGA,092725.00,4717.11399,N,00833.91590,E,1,08,1.01,499.6,M,48.0,M,,*5B") as Any)
print(Message("$GPVTG,054.7,T,034.4,M,005.5,N,010.2,K,A*25") as Any)
for s in ["$GPGGA,092725.00,4717.11399,N,00833.91590,E,1,08,1.01,499.6,M,48.0,M,,*5B","$GPGSV,3,1,12,05,06,110,19,10,24,284,34,13,37,124,29,15,63,083,11,1*60","$GNGSA,A,3,13,16,21,15,10,29,27,20,,,,,1.05,0.64,0.83,1*03"] {
 let m = Message(s)!; print(m); print(SentenceEncoder().sentence(for: m)!, Message(SentenceEncoder().sentence(for: m)!) == m) }
