// Positions set up for the browser tests.

/**
 * The side to move mates in two, whatever the other does. `reply` is one answer to the first move, and `mate` is the
 * mate after that.
 */
export const FORCED: { game: string; position: string; first: string; reply: string; mate: string }[] = [
  {
    game: 'walkers',
    position: '9/9/9/9/8N/3Q5/9/9/5Q3/5p3/9/3R5/3R5/9/K6C1/9/9/9/9/Q8/8k w - 0 1',
    first: 'a2g2',
    reply: 'f12f11',
    mate: 'f13f1',
  },
  {
    game: 'sesqui',
    position: 'P2KR1P1Pp2p1rn7R4QB4PP3rkbp2pb1 w - 0 26',
    first: 'd6c5',
    reply: 'g5g3',
    mate: 'f6g1',
  },
  {
    game: 'riftwalker',
    position: 'r1nwbk2r/mpspq1ss1/6S2/snppp2Ms/s3MPp2/2PPPPP2/4S4/3PP1SS1/RSBKQWNBR w - 1 11',
    first: 'f5f6',
    reply: 'f9f8',
    mate: 'e5i4',
  },
  {
    game: 'twoboards',
    position: '9w6/16/16/16/H8k6/2E13/12K3/4S11/16/16/13H2/16/16/10G5/16/9E6 w - 0 1',
    first: 'm10i10',
    reply: 'j12k12',
    mate: 'k3k11',
  },
  {
    game: 'gateway',
    position:
      '3C/4/4/*2*/*2*/*2*/*2*/4/4/2G1|2E1/R3/4/*2*/*2*/*2*/*2*/4/4/4|4/4/4/*2*/*2*/*2*/*2*/4/4/4|4/4/4/*2*/*2*/*2*/*p1*/4/1Q2/4|e3/4/1Q2/*2*/*2*/*2*/*2*/4/4/4 w - 0 1',
    first: 'vd10wb9',
    reply: 'yb4yb3',
    mate: 'wa9wa10',
  },
];

/** Gateway: a white pawn can promote to twelve pieces. */
export const PROMOTION =
  '4/4/4/*2*/*2*/*2*/*2*/4/4/4|4/4/4/*2*/*2*/*2*/*2*/4/4/4|4/3e/4/*2*/*2*/*2*/*2*/4/4/E3|4/P3/4/*2*/*2*/*2*/*2*/4/4/4|4/4/4/*2*/*2*/*2*/*2*/4/4/4 w - 0 1';

/** Gateway: White must transform its quantum king, on any of its cells but the second. */
export const TRANSFORM =
  '4/4/4/*2*/*2*/*2*/*2*/4/4/4|4/4/4/*2*/*2*/*2*/*2*/4/1Q2/4|kkkk/4/4/*2*/*2*/*2*/*r1*/4/4/KKKK|4/4/4/*2*/*2*/*2*/*2*/4/4/4|4/4/4/*2*/*2*/*2*/*2*/4/4/4 w - 0 1';
