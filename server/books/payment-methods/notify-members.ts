import { formatMoment } from '#domain/calendar/calendar.ts'
import { writeToMembers } from '../../people/account-letters/account-letters.ts'
import type { Transaction } from '../../platform/database/open.ts'
import type { LetterDeps } from '../../platform/deps.ts'
import type { MessageFacts } from '../../letters/messages/message.ts'

type Change = Pick<MessageFacts['MethodChanged'], 'displayName' | 'change' | 'from' | 'announced'> & {
  /** This member gets another letter about the same change. */
  exceptCustomerId?: string | undefined
}

/**
 * Writes to everybody who shares an account that a payment method was added, chosen or removed, in the transaction of
 * the change. Also to the member who seems to have made the change, because it may have been a stranger.
 */
export async function notifyMembersOfMethod(
  tx: Transaction,
  deps: LetterDeps,
  accountId: string,
  { exceptCustomerId, ...change }: Change,
): Promise<void> {
  const now = deps.clock()
  const portalUrl = `${deps.config.portalOrigin}/manage-payments`
  await writeToMembers(tx, deps, accountId, (member, customerId) =>
    customerId === exceptCustomerId
      ? null
      : {
          kind: 'MethodChanged',
          facts: { ...change, ...member, at: formatMoment(now, member.region), portalUrl },
        },
  )
}
