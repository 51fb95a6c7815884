// What is chosen on the start page, and the match that is opened from it.
import type { GameCard, Opening, OptionCard, Pace, PlayerCard, ScenarioCard } from '../generated/wire'

export const PERSON = 'person'
/** A person too: whoever takes the seat in the lobby. */
export const ANYBODY = 'anybody'
export const HERE = 'here'
/** Seconds for which a secret reaction may be held open. */
export const [SHORTEST_PAUSE, USUAL_PAUSE, LONGEST_PAUSE] = [5, 20, 120]

export interface Wishes {
  game: string
  scenario: string
  side: Opening['side']
  opponent: string
  options: Record<string, unknown>
  windows: Opening['windows']
  /** For how many seconds every secret reaction is held open where people are asked; 0 for as long as they take. */
  pause: number
  pace: Pace | null
  watched: boolean
  rated: boolean
  /** Nobody may ask an adviser. */
  unadvised: boolean
}

/** A game that one button opens. */
export interface Proposed {
  game: GameCard
  scenario: ScenarioCard
  wishes: Wishes
}

/** The computer player to be met first; a person where a game has none. */
export function opponentOf(players: readonly PlayerCard[]): string {
  const liked = ['captain', 'doctrine']
  return liked.find((name) => players.some((player) => player.name === name)) ?? players[0]?.name ?? PERSON
}

/** A fresh choice for a game: its first scenario, and every option as the game has it. */
export function wishesFor(game: GameCard): Wishes {
  return {
    game: game.name,
    scenario: game.scenarios[0]?.name ?? '',
    side: 'axis',
    opponent: opponentOf(game.players),
    options: Object.fromEntries(game.options.map((option) => [option.name, option.default])),
    windows: 'orders',
    pause: USUAL_PAUSE,
    pace: null,
    watched: false,
    rated: false,
    unadvised: false,
  }
}

/** Whether somebody else is to come: then there are terms to agree on. */
export function isMeeting(game: GameCard, wishes: Wishes): boolean {
  return (wishes.opponent === PERSON || wishes.opponent === ANYBODY) && !aloneBy(game, wishes)
}

/** Whether a pause can be agreed on: with somebody else, who is asked too, and not by days for a turn. */
export function hasPause(game: GameCard, wishes: Wishes): boolean {
  return wishes.windows === 'ask' && isMeeting(game, wishes) && !wishes.pace?.days
}

/** A pause from a field: none, or one that is neither too short nor too long. */
export function pauseFrom(text: string): number {
  const seconds = Math.round(Number(text))
  return seconds > 0 ? Math.max(SHORTEST_PAUSE, Math.min(LONGEST_PAUSE, seconds)) : 0
}

/** Optional rules that leave one side to the umpire: who plays by them needs no opponent. */
export function alone(game: GameCard): OptionCard[] {
  return game.options.filter((option) => option.people.length)
}

/** The rule of this kind that is chosen. */
export function aloneBy(game: GameCard, wishes: Wishes): OptionCard | undefined {
  return alone(game).find((option) => wishes.options[option.name] === true)
}

/** Only what differs from the game's own ways is sent. */
export function openingOf(wishes: Wishes, game: GameCard, name: string): Opening {
  const changed = game.options.filter((option) => wishes.options[option.name] !== option.default)
  const meeting = isMeeting(game, wishes)
  const opponent = wishes.opponent === ANYBODY ? PERSON : wishes.opponent
  return {
    game: wishes.game,
    scenario: wishes.scenario,
    side: aloneBy(game, wishes)?.people[0] ?? wishes.side,
    opponent: aloneBy(game, wishes) ? opponentOf(game.players) : opponent,
    options: Object.fromEntries(changed.map((option) => [option.name, wishes.options[option.name]])),
    windows: wishes.windows,
    pause: hasPause(game, wishes) ? wishes.pause : 0,
    unadvised: meeting && wishes.unadvised,
    name: name.trim(),
    open_to_all: meeting && wishes.opponent === ANYBODY,
    watched: meeting && wishes.watched,
    rated: meeting && wishes.rated,
    pace: meeting ? wishes.pace : null,
  }
}

/** A game's shortest scenario that is no lesson. */
export function shortestOf(game: Pick<GameCard, 'scenarios'>): ScenarioCard | undefined {
  const [first, ...others] = game.scenarios.filter((one) => !one.coached)
  return first && others.reduce((a, b) => (b.turns < a.turns ? b : a), first)
}

/** A good first game: of the first game in the list that has a computer player the shortest scenario, as the Germans. */
export function firstGame(games: readonly GameCard[]): Proposed | null {
  const game = games.find((one) => one.players.length)
  const scenario = game && shortestOf(game)
  if (!game || !scenario) return null
  return { game, scenario, wishes: { ...wishesFor(game), scenario: scenario.name } }
}

/** A game's lesson: its first scenario that has a coach, against whom it says. */
export function lessonOf(game: GameCard): Proposed | null {
  const scenario = game.scenarios.find((one) => one.coached)
  if (!scenario?.coached) return null
  const opponent = game.players.some((player) => player.name === scenario.opponent) ? scenario.opponent : opponentOf(game.players)
  return { game, scenario, wishes: { ...wishesFor(game), scenario: scenario.name, side: scenario.coached, opponent } }
}

/** What somebody who knows nothing begins with: the lesson of the first game that has one. */
export function firstVoyage(games: readonly GameCard[]): Proposed | null {
  return games.map(lessonOf).find((lesson) => lesson !== null) ?? null
}

/** How long a scenario takes, in words: "30 turns, about 3 hours". */
export function lengthOf(scenario: Pick<ScenarioCard, 'turns' | 'minutes'>): string {
  const turns = `${scenario.turns} ${scenario.turns === 1 ? 'turn' : 'turns'}`
  if (!scenario.minutes) return turns
  if (scenario.minutes < 90) return `${turns}, about ${scenario.minutes} minutes`
  const hours = Math.round(scenario.minutes / 30) / 2
  return `${turns}, about ${String(hours).replace('.5', '½')} hours`
}

/** A number from a field, kept within what the option allows. */
export function numberFor(option: OptionCard, text: string): number {
  const value = Number(text)
  const choices = option.choices.filter((choice): choice is number => typeof choice === 'number')
  if (!Number.isFinite(value)) return Number(option.default)
  const [least, most] = choices.length === 2 ? [Math.min(...choices), Math.max(...choices)] : [-Infinity, Infinity]
  return Math.round(Math.max(least, Math.min(most, value)))
}

/** How far the options are from the game's own ways, in a few words. */
export function optionsInWords(game: GameCard, options: Record<string, unknown>): string {
  const changed = game.options.filter((option) => !option.people.length && options[option.name] !== option.default)
  if (!changed.length) return 'as the game has them'
  return changed.length === 1 ? (changed[0]?.title ?? '') : `${changed.length} changed`
}
