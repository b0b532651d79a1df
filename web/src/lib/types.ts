// The types of the API, by the names that the client uses. They are generated from the description of the API.

import type { components } from './openapi';

type Schemas = components['schemas'];

export type Attack = Schemas['Attack'];
export type Attackers = Schemas['Attackers'];
export type CellInfo = Schemas['CellInfo'];
export type ClientMessage = Schemas['ClientMessage'];
export type Clock = Schemas['Clock'];
export type Clocks = Schemas['Clocks'];
export type Drawing = Schemas['Drawing'];
export type ErrorBody = Schemas['ErrorBody'];
export type EventKind = Schemas['EventKind'];
export type Exercise = Schemas['Exercise'];
export type Explanation = Schemas['Explanation'];
export type Fault = Schemas['Fault'];
export type GameAction = Schemas['GameAction'];
export type GameInfo = Schemas['GameInfo'];
export type GameOption = Schemas['GameOption'];
export type GameRef = Schemas['GameRef'];
export type GameState = Schemas['GameState'];
export type GameSummary = Schemas['GameSummary'];
export type LastMove = Schemas['LastMove'];
export type Layout = Schemas['Layout'];
export type Line = Schemas['Line'];
export type MarkRole = Schemas['MarkRole'];
export type Me = Schemas['Me'];
export type MoveInfo = Schemas['MoveInfo'];
export type MoveMade = Schemas['MoveMade'];
export type MoveReading = Schemas['MoveReading'];
export type NewGame = Schemas['NewGame'];
export type NewGameAnswer = Schemas['NewGameAnswer'];
export type NewToken = Schemas['NewToken'];
export type Node = Schemas['Node'];
export type Opponent = Schemas['Opponent'];
export type Outcome = Schemas['Outcome'];
export type Piece = Schemas['Piece'];
export type PlacedPiece = Schemas['PlacedPiece'];
export type Player = Schemas['Player'];
export type PositionCheck = Schemas['Check'];
export type PostedDefinition = Schemas['PostedDefinition'];
export type Profile = Schemas['Profile'];
export type Score = Schemas['Score'];
export type Seek = Schemas['Seek'];
export type ServerMessage = Schemas['ServerMessage'];
export type Side = Schemas['Side'];
export type Summary = Schemas['Summary'];
export type Token = Schemas['Token'];
export type User = Schemas['User'];
export type View = Schemas['View'];
export type Where = Schemas['Where'];
export type Why = Schemas['Why'];

/** A node of a tree that is analysed. The fields that a request may leave out are there. */
export type TreeNode = Required<Node>;
export type Tree = Required<Omit<Schemas['Tree'], 'nodes'>> & { nodes: TreeNode[] };
