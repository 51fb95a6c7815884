// The enemy as one knows him: contacts as they are sent, and as the player has joined and named them.
import type { SightingView } from '../generated/wire'

/** What a player has made of the contacts of a match: those that he holds for the same ships, and names. */
export interface Judged {
  joined: readonly (readonly string[])[]
  names: Readonly<Record<string, string>>
}

export interface Contact {
  key: string
  /** The last that is known of it. */
  last: SightingView
  /** All that are held for the same ships, the newest first. */
  members: readonly SightingView[]
  /** What it is called, by the player or by what is known; nothing if it has no name. */
  name: string
  /** All reports, the newest first. */
  reports: SightingView['reports']
}

export const NOTHING_JUDGED: Judged = { joined: [], names: {} }

/** The contacts, the newest first. */
export function contactsOf(sightings: readonly SightingView[], { joined, names }: Judged): Contact[] {
  const newest = [...sightings].sort((one, other) => one.age - other.age || one.cell.localeCompare(other.cell))
  const found: Contact[] = []
  const taken = new Set<SightingView>()
  for (const last of newest) {
    if (taken.has(last)) continue
    const group = joined.find((keys) => keys.includes(last.key))
    const members = group ? newest.filter((one) => group.includes(one.key)) : [last]
    for (const one of members) taken.add(one)
    const reports = members.flatMap((one) => one.reports).sort((one, other) => other.turn - one.turn)
    const key = members.at(-1)?.key ?? last.key
    const given = members.map((one) => names[one.key]).find(Boolean)
    found.push({ key, last, members, name: given ?? members.map((one) => one.title).find(Boolean) ?? '', reports })
  }
  return found
}

/** Hold two contacts for the same ships. */
export function join(judged: Judged, one: Contact, other: Contact): Judged {
  const keys = [...one.members, ...other.members].map((member) => member.key)
  return { ...judged, joined: [...judged.joined.filter((group) => !group.some((key) => keys.includes(key))), keys] }
}

/** They are not the same ships after all. */
export function part(judged: Judged, contact: Contact): Judged {
  const keys = contact.members.map((member) => member.key)
  return { ...judged, joined: judged.joined.filter((group) => !group.some((key) => keys.includes(key))) }
}

/** Call a contact something, or as it was called before. */
export function rename(judged: Judged, contact: Contact, name: string): Judged {
  const names = { ...judged.names }
  for (const { key } of contact.members) delete names[key]
  if (name.trim()) names[contact.key] = name.trim()
  return { ...judged, names }
}
