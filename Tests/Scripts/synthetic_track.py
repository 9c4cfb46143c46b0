# Core Location for Linux. SPDX-License-Identifier: MIT
"""A synthetic year around the date line whose trips and stops are known: three trips and two stops a day, and the night.

It shares no code with what it judges: places are points of a plane, in meters, and the truth comes from the plan.
"""
import bisect
import math
import random

# Fiji, 5 km west of the date line, which the first trip of each day crosses.
HOME = (-16.8, 179.953)
START = 1_719_792_000  # 1 July 2024
DAY = 86_400
DRIVE, WALK = 12.0, 1.4
PLACES = {"home": (0.0, 0.0), "work": (14_000.0, 900.0), "shop": (14_900.0, 2_500.0)}
ACCURACY, NOISE = 4.0, 2.5


def degrees(x, y):
    """Returns the place of a point of the plane, on the ellipsoid."""
    a, e2 = 6_378_137.0, 0.00669437999014
    phi = math.radians(HOME[0])
    w = 1 - e2 * math.sin(phi) ** 2
    latitude = HOME[0] + math.degrees(y / (a * (1 - e2) / w**1.5))
    longitude = HOME[1] + math.degrees(x / (a / math.sqrt(w) * math.cos(math.radians(latitude))))
    return latitude, (longitude + 180) % 360 - 180


class Way:
    """A winding way between two points, at a constant speed."""

    def __init__(self, start, end, waves):
        (x0, y0), (x1, y1) = start, end
        chord = math.hypot(x1 - x0, y1 - y0)
        self.points, self.lengths = [], [0.0]
        for step in range(2001):
            part = step / 2000
            aside = 0.03 * chord * math.sin(math.pi * waves * part)
            self.points.append((x0 + (x1 - x0) * part - (y1 - y0) / chord * aside,
                                y0 + (y1 - y0) * part + (x1 - x0) / chord * aside))
            if step:
                (a, b), (c, d) = self.points[-2:]
                self.lengths.append(self.lengths[-1] + math.hypot(c - a, d - b))
        self.length = self.lengths[-1]

    def point(self, along):
        index = min(max(bisect.bisect(self.lengths, along) - 1, 0), 1999)
        part = (along - self.lengths[index]) / (self.lengths[index + 1] - self.lengths[index])
        (x0, y0), (x1, y1) = self.points[index:index + 2]
        return x0 + (x1 - x0) * part, y0 + (y1 - y0) * part


class Year:
    """The plan of some days, the truth about them, and the fixes of a receiver that was there."""

    def __init__(self, days, seed=1, first=START):
        self.random = random.Random(seed)
        self.trips, self.stops, self.fixes = [], [], []
        ways = {pair: Way(PLACES[pair[0]], PLACES[pair[1]], waves) for pair, waves in
                {("home", "work"): 4, ("work", "shop"): 3, ("shop", "home"): 5}.items()}
        at, since = "home", first
        for day in range(days):
            begin = first + day * DAY
            # Every fifth evening ends after midnight.
            late = 6.6 * 3600 if day % 5 == 3 else 0
            plan = [("work", begin + 7 * 3600 + self.random.randrange(900), DRIVE),
                    ("shop", begin + 12 * 3600 + self.random.randrange(900), WALK),
                    ("home", begin + 17.1 * 3600 + late + self.random.randrange(300), DRIVE)]
            for place, departure, speed in plan:
                way = ways[at, place]
                self.rest(at, since, departure, bad=place == "shop" and day % 3 == 1)
                # A tunnel of ten minutes, in which nothing is received. It is straight, and the more slowly driven through.
                tunnel = (250, 850) if place == "work" and day % 4 == 2 else (0, 0)
                (x0, y0), (x1, y1) = (way.point(end * speed) for end in tunnel)
                length = way.length - (tunnel[1] - tunnel[0]) * speed + math.hypot(x1 - x0, y1 - y0)
                arrival = departure + way.length / speed
                self.travel(way, departure, arrival, speed, tunnel)
                self.trips.append((departure, arrival, length, at, place))
                at, since = place, arrival
        self.rest(at, since, first + days * DAY + 3600)

    def rest(self, place, start, end, bad=False):
        self.stops.append((start, end, place))
        cluster = start + 3600 if bad else None
        time = start
        while time < end:
            self.fix(time, PLACES[place], self.random.uniform(0, 0.05))
            # Often at its edges, where a receiver has moved, and then rarely.
            time += 4 if time < start + 60 or time > end - 600 else 60
            if cluster and time > cluster:
                # Twelve bad fixes, 210 to 420 m away.
                angle = self.random.uniform(0, 6)
                for index in range(12):
                    far = 210 + 210 * self.random.random()
                    x, y = PLACES[place]
                    self.fix(time + 4 * index, (x + far * math.cos(angle), y + far * math.sin(angle)), 0.3, accuracy=250)
                time, cluster = time + 48, None

    def travel(self, way, start, end, speed, tunnel):
        time = start
        while time < end:
            if not tunnel[0] <= time - start < tunnel[1]:
                self.fix(time, way.point((time - start) * speed), speed + self.random.gauss(0, 0.1))
            time += 4

    def fix(self, time, point, speed, accuracy=ACCURACY):
        x, y = point[0] + self.random.gauss(0, NOISE), point[1] + self.random.gauss(0, NOISE)
        self.fixes.append((round(time, 3), *degrees(x, y), speed, accuracy))

    def bounds(self, first, last):
        """Yields for each part of the truth its day-independent meters and seconds between two times."""
        for start, end, length, *_ in self.trips:
            begin, finish = max(start, first), min(end, last)
            if begin < finish:
                yield "moving", finish - begin, length * (finish - begin) / (end - start)
        for start, end, _ in self.stops:
            begin, finish = max(start, first), min(end, last)
            if begin < finish:
                yield "stopped", finish - begin, 0.0
