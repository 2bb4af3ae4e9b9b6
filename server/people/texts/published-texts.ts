import type { PublishedText, StaffText } from '#contract/staff-texts.ts'
import { addDays, dateIn, formatDate, type CalendarDate } from '#domain/calendar/calendar.ts'
import { fieldRefusal, Refusal } from '#domain/refusal.ts'
import { linesIn, textKinds, textRules, whyNotText, type TextKind } from '#domain/texts.ts'
import type { Db } from '../../platform/database/open.ts'
import type { BasicDeps, Deps } from '../../platform/deps.ts'
import { insertText, lockTexts } from './texts.store.ts'
import { listAllTexts, type StoredText } from './texts.reads.ts'
import { companyId, recordAction, type StaffActor } from '../audit/staff-audit.ts'

type TextKey = { kind: TextKind; productType: string }

const todayOf = ({ clock }: Pick<Deps, 'clock'>, kind: TextKind) => dateIn(textRules[kind].region, clock())

const versionOf = ({ version, validFrom }: StoredText) => ({ version, from: validFrom })

/** The version in force on a day. Texts are sorted newest first. */
const onDay = (texts: readonly StoredText[], day: CalendarDate) =>
  texts.find(({ validFrom }) => validFrom <= day)

const laterThan = (texts: readonly StoredText[], day: CalendarDate) =>
  texts
    .filter(({ validFrom }) => validFrom > day)
    .map(versionOf)
    .toReversed()

function linesOf(kind: TextKind, body: string): StaffText['lines'] {
  const { lines } = textRules[kind]
  return linesIn(body).map((text, index) => ({ about: lines?.[index]?.about ?? '', text }))
}

function valuesOf(kind: TextKind): string[] {
  const { lines, values = [] } = textRules[kind]
  return [...values, ...(lines ?? []).flatMap((each) => each.values)]
}

export async function listPublished(deps: BasicDeps) {
  const texts = await listAllTexts(deps.db)
  return textKinds.flatMap((kind) => {
    const ofKind = texts.filter((text) => text.kind === kind)
    const today = todayOf(deps, kind)
    return [...new Set(ofKind.map(({ productType }) => productType))].map((productType) => {
      const versions = ofKind.filter((text) => text.productType === productType)
      const current = onDay(versions, today)
      return {
        kind,
        productType,
        about: textRules[kind].about,
        current: current ? versionOf(current) : null,
        later: laterThan(versions, today),
      }
    })
  })
}

export async function showText(
  deps: BasicDeps,
  { version, ...key }: TextKey & { version: number | undefined },
): Promise<StaffText> {
  const { kind, productType } = key
  const versions = await versionsOf(deps.db, key)
  const current = onDay(versions, todayOf(deps, kind))
  const shown =
    version === undefined ? (current ?? versions.at(-1)) : versions.find((text) => text.version === version)
  if (!shown) throw new Refusal('not_found')
  return {
    kind,
    productType,
    about: textRules[kind].about,
    ...versionOf(shown),
    isInForce: shown === current,
    lines: linesOf(kind, shown.body),
    values: valuesOf(kind),
    versions: versions.map(versionOf),
  }
}

/** Returns the versions of a text, for one product where it differs by product. */
async function versionsOf(db: Db, { kind, productType }: TextKey): Promise<StoredText[]> {
  const texts = (await listAllTexts(db)).filter((text) => text.kind === kind)
  const versions = texts.filter((text) => text.productType === productType)
  if (versions.length > 0) return versions
  const products = [...new Set(texts.map((text) => text.productType))].filter(Boolean)
  const advice =
    products.length > 0 ? `Name one of ${products.join(', ')}` : 'This text is the same for all products'
  throw fieldRefusal({ productType: advice })
}

type NewText = TextKey & {
  body: string
  from: CalendarDate | undefined
  isPreview: boolean
  replaces: number | undefined
}

/** Adds a version. Earlier versions, which families have read, stay unchanged. */
export async function publishText(
  deps: BasicDeps,
  actor: StaffActor,
  input: NewText,
): Promise<PublishedText> {
  const { kind, productType, isPreview, replaces } = input
  const body = linesIn(input.body).join('\n')
  return deps.db
    .transaction(async (tx) => {
      await lockTexts(tx)
      const versions = await versionsOf(tx, input)
      const from = dayFrom(deps, input)
      const before = onDay(versions, from) ?? versions.at(-1)
      if (!before) throw new Refusal('not_found')
      const whyNot = whyNotText(kind, body) ?? (body === before.body ? 'It says the same as before.' : null)
      if (whyNot !== null) throw fieldRefusal({ body: whyNot })
      if (replaces !== undefined && replaces !== before.version)
        throw fieldRefusal({
          replaces: `Version ${before.version} was published meanwhile. Please look at it first`,
        })
      const published = {
        kind,
        productType,
        version: await insertText(tx, { kind, productType, body, validFrom: from }),
        from,
        before: { ...versionOf(before), lines: linesOf(kind, before.body) },
        lines: linesOf(kind, body),
        later: laterThan(versions, from),
      }
      if (isPreview) throw new Previewed(published)
      await recordAction(tx, actor, {
        subjectId: companyId,
        action: 'TextPublished',
        at: deps.clock(),
        details: {
          kind,
          ...(productType !== '' && { productType }),
          version: String(published.version),
          from,
          replaces: String(before.version),
        },
      })
      return published
    })
    .catch((error: unknown) => {
      if (error instanceof Previewed) return error.text
      throw error
    })
}

/** Rolls back the transaction of a preview once everything was done as it would be. */
class Previewed extends Error {
  readonly text: PublishedText
  constructor(text: PublishedText) {
    super('Nothing of a preview is kept')
    this.text = text
  }
}

/** The first day of a version. It cannot be a past day, because families have read the earlier version on it. */
function dayFrom(deps: BasicDeps, { kind, from }: NewText): CalendarDate {
  const { noticeDays = 0 } = textRules[kind]
  const earliest = addDays(todayOf(deps, kind), noticeDays)
  if (from !== undefined && from < earliest)
    throw fieldRefusal({
      from: `Must be ${formatDate(earliest)} or later${noticeDays > 0 ? `: families are told ${noticeDays} days ahead` : ''}`,
    })
  return from ?? earliest
}
