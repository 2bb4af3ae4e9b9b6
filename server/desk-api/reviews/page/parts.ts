import type { ReviewPage } from '#contract/staff-review-page.ts'
import type { ReadDeps } from '../../../platform/deps.ts'
import type { MessageContext } from '../../../letters/messages/definition.ts'
import type { MessageFacts, MessageKind } from '../../../letters/messages/message.ts'
import { ownWords } from '../../../letters/messages/render.ts'
import { companySettings } from '../../../platform/settings/company-settings.ts'
import { neverUndone, undoInWords, undoneWithin, type Undo } from '../undo-rules.ts'
import type { ReviewFacts } from './review-facts.store.ts'

type Way = 'label' | 'words' | 'effects'

/** The parts of a review page that depend on its kind. What is absent is not part of that kind of review. */
export type PageParts = Pick<ReviewPage, 'title' | 'checks'> &
  Partial<Pick<ReviewPage, 'about' | 'says' | 'compared'>> & {
    approve: Pick<ReviewPage['approve'], Way> &
      Partial<Omit<ReviewPage['approve'], Way | 'undo'>> & { undo?: Undo; undoOtherwise?: string }
    decline: Pick<ReviewPage['decline'], Way> &
      Partial<Pick<ReviewPage['decline'], 'choices'>> & { undo?: Undo }
  }

type Decision = 'Approved' | 'Declined'

/** The last day on which a decision made now could be undone, for kinds with a number of days. */
export function usualUndo(deps: ReadDeps, { kind, region }: ReviewFacts, decision: Decision): Undo {
  const whyNot = neverUndone[`${kind}${decision}`]
  return whyNot === undefined
    ? undoneWithin(deps.config.reviewUndoDays, region, deps.clock())
    : { until: null, whyNot }
}

export function undoOnTheWire(undo: Undo, otherwise?: string): ReviewPage['approve']['undo'] {
  return { until: undo.until, text: undoInWords(undo, otherwise), isPossible: undo.whyNot === null }
}

/** The standard words of the letter about a decision, which staff may change. */
export async function letterWords<Kind extends MessageKind>(
  { db, config }: ReadDeps,
  { region }: ReviewFacts,
  kind: Kind,
  facts: MessageFacts[Kind],
): Promise<string> {
  const { brand, support, legalEntity } = await companySettings({ db, config })
  const context: MessageContext = {
    brand,
    support,
    legalEntity,
    portalOrigin: config.portalOrigin,
    region,
    payUrl: null,
  }
  return ownWords(kind, facts, context)
}

/** Joins sentences for the reader. */
export const inSentences = (...sentences: (string | false | null)[]) => sentences.filter(Boolean).join(' ')
