import type { CalendarDate } from '#domain/calendar/calendar.ts'
import { Refusal } from '#domain/refusal.ts'
import type { Region } from '#domain/region.ts'
import { linesIn, placedLines, type Placed, type PlacedName, type TextKind } from '#domain/texts.ts'
import type { Db } from '../../platform/database/open.ts'
import { listTexts, type TextVersion } from './texts.store.ts'

export { listTexts, textsAsJson, type TextVersion } from './texts.store.ts'

/** The text that is in force on a day. */
export async function currentText(
  db: Db,
  which: { kind: TextKind; productType?: string; on: CalendarDate },
): Promise<TextVersion> {
  const [text] = await listTexts(db, which)
  if (!text) throw new Error(`There is no ${which.kind} on ${which.on}`)
  return text
}

export async function currentNotes(
  db: Db,
  which: { kind: TextKind; on: CalendarDate },
): Promise<{ version: number; notes: string[] }> {
  const { version, body } = await currentText(db, which)
  return { version, notes: linesIn(body) }
}

type Where = { region: Region; on: CalendarDate }

/** The lines of a text by their names. */
export async function currentLines<Name extends PlacedName>(
  db: Db,
  name: Name,
  { region, on }: Where,
): Promise<Placed<Name> & { version: number }> {
  const { version, body } = await currentText(db, { kind: `${name}${region}`, on })
  return { ...placedLines(name, body), version }
}

/** Which text somebody has read who confirms something: kept with what they have confirmed. */
export type SeenText = { kind: TextKind; version: number }

/**
 * A page may have been open while the text changed, so it says which version it has shown. Without that it is the one in
 * force; and one that was never shown is refused.
 */
export async function seenText(
  db: Db,
  { kind, on, version }: { kind: TextKind; on: CalendarDate; version: number | undefined },
): Promise<SeenText> {
  const [current, ...earlier] = await listTexts(db, { kind, on })
  if (!current) throw new Error(`There is no ${kind} on ${on}`)
  if (version !== undefined && ![current, ...earlier].some((text) => text.version === version))
    throw new Refusal('invalid_request', {
      fields: { textVersion: 'These are not our words. Please reload the page.' },
    })
  return { kind, version: version ?? current.version }
}
