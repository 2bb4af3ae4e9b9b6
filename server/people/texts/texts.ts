import type { CalendarDate } from '#domain/calendar/calendar.ts'
import { fieldRefusal } from '#domain/refusal.ts'
import type { Region } from '#domain/region.ts'
import { linesIn, placedLines, type Placed, type PlacedName, type TextKind } from '#domain/texts.ts'
import type { Db } from '../../platform/database/open.ts'
import { listTexts, type TextVersion } from './texts.reads.ts'

/** The text that is in force on a day. */
export async function currentText(
  db: Db,
  query: { kind: TextKind; productType?: string; on: CalendarDate },
): Promise<TextVersion> {
  const [text] = await listTexts(db, query)
  if (!text) throw new Error(`There is no ${query.kind} on ${query.on}`)
  return text
}

export async function currentNotes(
  db: Db,
  query: { kind: TextKind; on: CalendarDate },
): Promise<{ version: number; notes: string[] }> {
  const { version, body } = await currentText(db, query)
  return { version, notes: linesIn(body) }
}

type TextScope = { region: Region; on: CalendarDate }

/** The lines of a text by name. */
export async function currentLines<Name extends PlacedName>(
  db: Db,
  name: Name,
  { region, on }: TextScope,
): Promise<Placed<Name> & { version: number }> {
  const { version, body } = await currentText(db, { kind: `${name}${region}`, on })
  return { ...placedLines(name, body), version }
}

/** The version of a text that somebody read before confirming something, stored with the confirmation. */
export type SeenText = { kind: TextKind; version: number }

/**
 * Checks which version a page has shown, because the text may have changed while the page was open. Without a version
 * the current one is assumed; a version that was never shown is refused.
 */
export async function seenText(
  db: Db,
  { kind, on, version }: { kind: TextKind; on: CalendarDate; version: number | undefined },
): Promise<SeenText> {
  const [current, ...earlier] = await listTexts(db, { kind, on })
  if (!current) throw new Error(`There is no ${kind} on ${on}`)
  if (version !== undefined && ![current, ...earlier].some((text) => text.version === version))
    throw fieldRefusal({ textVersion: 'These are not our words. Please reload the page.' })
  return { kind, version: version ?? current.version }
}
