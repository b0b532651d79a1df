// The types of the API, by the names that the client uses. They are generated from the description of the API.

import type { components } from './openapi';

type Schemas = components['schemas'];

export type AnalysisLine = Schemas['AnalysisLine'];
export type Attack = Schemas['Attack'];
export type Attackers = Schemas['Attackers'];
export type CellInfo = Schemas['CellInfo'];
export type ClientMessage = Schemas['ClientMessage'];
export type Clock = Schemas['Clock'];
export type Clocks = Schemas['Clocks'];
export type Endgame = Schemas['Endgame'];
export type EndgameValue = Schemas['TableValue'];
export type ErrorBody = Schemas['ErrorBody'];
export type EventKind = Schemas['EventKind'];
export type Exercise = Schemas['Exercise'];
export type FaultInfo = Schemas['FaultInfo'];
export type GameAction = Schemas['GameAction'];
export type GameInfo = Schemas['GameInfo'];
export type GameOption = Schemas['GameOption'];
export type GameRef = Schemas['GameRef'];
export type GameState = Schemas['GameState'];
export type GameSummary = Schemas['GameSummary'];
export type Leader = Schemas['LeaderOfGame'];
export type LastMove = Schemas['LastMove'];
export type Layout = Schemas['Layout'];
export type Lesson = Schemas['Lesson'];
export type LessonSummary = Schemas['LessonSummary'];
export type LessonTask = Schemas['LessonTask'];
export type ListedGame = Schemas['ListedGame'];
export type MarkRole = Schemas['MarkRole'];
export type MeasuredGame = Schemas['MeasuredGame'];
export type MeasuredPiece = Schemas['MeasuredPiece'];
export type MoveInfo = Schemas['MoveInfo'];
export type MoveMade = Schemas['MoveMade'];
export type MoveReading = Schemas['MoveReading'];
export type CheckedDraft = Schemas['CheckedDraft'];
export type DefinitionInfo = Schemas['DefinitionInfo'];
export type DefinitionPage = Schemas['DefinitionPage'];
export type GameReport = Schemas['GameReport'];
export type OpeningMove = Schemas['OpeningMove'];
export type Openings = Schemas['Openings'];
export type ReportAnswer = Schemas['ReportAnswer'];
export type ReportedMove = Schemas['ReportedMove'];
export type NewGame = Schemas['NewGame'];
export type NewGameAnswer = Schemas['NewGameAnswer'];
export type NewToken = Schemas['NewToken'];
export type Opponent = Schemas['Opponent'];
export type Outcome = Schemas['Outcome'];
export type OwnAccount = Schemas['OwnAccount'];
export type PastRating = Schemas['RatingAfterGame'];
export type PlaytestAnswer = Schemas['PlaytestAnswer'];
export type PlaytestInfo = Schemas['PlaytestInfo'];
export type PieceExplanation = Schemas['PieceExplanation'];
export type ReachedCell = Schemas['ReachedCell'];
export type PieceInfo = Schemas['PieceInfo'];
export type PlacedPiece = Schemas['PlacedPiece'];
export type Player = Schemas['Player'];
export type PositionCheck = Schemas['PositionCheck'];
export type PositionRef = Schemas['PositionRef'];
export type PositionView = Schemas['PositionView'];
export type PostedDefinition = Schemas['PostedDefinition'];
export type Profile = Schemas['Profile'];
export type PuzzleInfo = Schemas['PuzzleInfo'];
export type Reasons = Schemas['Reasons'];
export type Seek = Schemas['Seek'];
export type ServerMessage = Schemas['ServerMessage'];
export type Side = Schemas['Side'];
export type TokenInfo = Schemas['TokenInfo'];
export type User = Schemas['User'];
export type WhiteScore = Schemas['WhiteScore'];
export type ResultChances = Schemas['ResultChances'];

/** A node of a tree that is analysed. The fields that a request may leave out are there. */
export type TreeNode = Required<Schemas['TreeNode']>;
/** A tree that is analysed. */
export type Tree = Required<Omit<Schemas['MoveTree'], 'nodes'>> & { nodes: TreeNode[] };
