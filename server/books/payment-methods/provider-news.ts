import { lockAccount } from '../../people/accounts/accounts.ts'
import { dateIn } from '#domain/calendar/calendar.ts'
import type { Region } from '#domain/region.ts'
import { advanceSetup } from '../../people/accounts/setup-steps.ts'
import { recordAudit } from '../../people/audit/audit.ts'
import type { Transaction } from '../../platform/database/open.ts'
import type { Deps } from '../../platform/deps.ts'
import { putInOutbox } from '../../letters/outbox/outbox.ts'
import { findMandate, findMethod, findSetUp } from '../../platform/providers/stripe/sources.ts'
import { ukBankSource } from './new-source.ts'
import { isCardExpired } from './paying-source.ts'
import { findMethodFacts } from './payment-methods.store.ts'
import { saveSource } from './save-source.ts'
import { whyNotAdd } from './source-rules.ts'
import {
  findSourceByMandate,
  findSourceByMethod,
  listPayers,
  updateSourceState,
  type ProviderSource,
} from './sources.store.ts'

/** The fields of a source that the provider may change. */
type SourceState = Pick<ProviderSource, 'status' | 'cardExpiry' | 'mandateStatus'>

/** Updates the source after its bank accepted, refused or ended a mandate. */
export async function mandateChanged(deps: Deps, region: Region, mandateId: string): Promise<void> {
  await bringUpToDate(deps, region, {
    find: (tx) => findSourceByMandate(tx, region, mandateId),
    ask: async () => {
      const mandate = await findMandate(deps.providers.stripe[region], mandateId)
      if (!mandate) return undefined
      return (source) => ({
        ...source,
        mandateStatus: mandate.status,
        status: statusBy(mandate.status, source),
      })
    },
  })
}

/** Updates the source after its bank issued a new card, or after the method was detached from its customer. */
export async function paymentMethodChanged(deps: Deps, region: Region, methodId: string): Promise<void> {
  await bringUpToDate(deps, region, {
    find: (tx) => findSourceByMethod(tx, region, methodId),
    ask: async () => {
      const method = await findMethod(deps.providers.stripe[region], methodId)
      if (!method?.customerId) return (source) => ({ ...source, status: 'Unusable' })
      if (method.expiry === null) return undefined
      const { expiry } = method
      const status = isCardExpired(expiry, dateIn(region, deps.clock())) ? 'Unusable' : 'Usable'
      return (source) => ({ ...source, cardExpiry: expiry, status })
    },
  })
}

/**
 * Saves a UK bank account that was set up. The browser reports it too: the second report finds it saved, and nothing is
 * lost if the browser was closed too early. Cards and Australian bank accounts have calls of their own.
 */
export async function setupIntentSucceeded(deps: Deps, region: Region, setupIntentId: string): Promise<void> {
  const stripe = deps.providers.stripe[region]
  const setUp = await findSetUp(stripe, setupIntentId)
  if (!setUp?.isDone || !setUp.accountId || !setUp.methodId) return
  const { accountId, methodId } = setUp
  const method = await findMethod(stripe, methodId)
  if (method?.kind !== 'UkBankAccount' || method.customerId === null) return
  const facts = await findMethodFacts(deps.db, accountId)
  if (facts?.account.region !== region) return
  if (facts.sources.some(({ providerMethodId }) => providerMethodId === methodId)) return
  if (whyNotAdd(facts, { kind: 'UkBankAccount', isAuthorised: false })) return
  const source = await ukBankSource(deps, accountId, methodId)
  await deps.db.transaction((tx) => saveSource(tx, deps, accountId, source, undefined))
}

function statusBy(mandate: ProviderSource['mandateStatus'], source: SourceState): ProviderSource['status'] {
  if (mandate === 'inactive') return 'Unusable'
  // A source that became unusable for another reason stays unusable.
  return source.mandateStatus === 'inactive' ? 'Usable' : source.status
}

type SourceUpdate = {
  find(tx: Transaction): Promise<ProviderSource | undefined>
  ask(): Promise<((source: ProviderSource) => SourceState & ProviderSource) | undefined>
}

/**
 * Reads from the provider and writes until nothing changes. Two updates that are handled at once may both have read
 * before either wrote; reading again after each write makes the provider's latest state the one that stays.
 */
async function bringUpToDate(deps: Deps, region: Region, news: SourceUpdate): Promise<void> {
  for (let isNew = true; isNew;) {
    const change = await news.ask()
    isNew = change ? await deps.db.transaction((tx) => write(tx, deps, region, news, change)) : false
  }
}

async function write(
  tx: Transaction,
  deps: Deps,
  region: Region,
  news: SourceUpdate,
  change: (source: ProviderSource) => ProviderSource,
): Promise<boolean> {
  const known = await news.find(tx)
  if (!known) return false
  await lockAccount(tx, known.accountId)
  const before = await news.find(tx)
  if (!before) return false
  const after = change(before)
  const isSame =
    before.status === after.status &&
    before.cardExpiry === after.cardExpiry &&
    before.mandateStatus === after.mandateStatus
  if (isSame) return false
  await updateSourceState(tx, after)
  if (before.status !== after.status) {
    await notifyPayer(tx, deps, region, after)
    await advanceSetup(tx, deps, known.accountId)
  }
  if (before.mandateStatus === 'pending' && after.mandateStatus === 'active') {
    await notifyMandateActive(tx, deps, region, after)
  }
  return true
}

async function notifyPayer(
  tx: Transaction,
  deps: Deps,
  region: Region,
  source: ProviderSource,
): Promise<void> {
  const isLost = source.status === 'Unusable'
  await recordAudit(tx, {
    subjectId: source.accountId,
    action: isLost ? 'SourceUnusable' : 'SourceUsable',
    at: deps.clock(),
    details: { sourceId: source.id },
  })
  if (!isLost) return
  const hasExpired =
    source.cardExpiry !== null && isCardExpired(source.cardExpiry, dateIn(region, deps.clock()))
  for (const { customerId, firstName, email } of await listPayers(tx, source.accountId)) {
    await putInOutbox(tx, deps, {
      kind: 'SourceUnusable',
      facts: {
        firstName,
        region,
        displayName: source.displayName,
        cause: hasExpired ? 'Expiry' : 'Bank',
        portalUrl: `${deps.config.portalOrigin}/manage-payments`,
      },
      recipient: email,
      customerId,
      accountId: source.accountId,
    })
  }
}

/**
 * Sends the customer the notice of a Direct Debit Instruction, with the reference that appears on their bank
 * statements.
 */
async function notifyMandateActive(
  tx: Transaction,
  deps: Deps,
  region: Region,
  { accountId, id, displayName, mandateReference }: ProviderSource,
): Promise<void> {
  if (region !== 'UK' || mandateReference === null) return
  for (const { customerId, firstName, email } of await listPayers(tx, accountId)) {
    await putInOutbox(tx, deps, {
      kind: 'MandateActive',
      facts: { firstName, displayName, reference: mandateReference },
      recipient: email,
      customerId,
      accountId,
      once: `mandate-active:${id}:${customerId}`,
    })
  }
}
