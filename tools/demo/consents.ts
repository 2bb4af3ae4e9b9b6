import type { CalendarDate } from '#domain/calendar/calendar.ts'
import type { ConsentKind } from '#domain/texts.ts'
import type { OpenAccount } from './open-account.ts'
import { happenedOn } from './moment.ts'

type Consent = { kind: ConsentKind; agreed: boolean; on: CalendarDate; subjectId?: string }

export function addConsent(
  { rows, accountId, customerId, moment, agreements, id }: OpenAccount,
  consent: Consent,
): void {
  const { version, hash } = agreements[consent.kind]
  rows.consent.push({
    account_id: accountId,
    id: id('consent', consent.kind, consent.subjectId ?? ''),
    kind: consent.kind,
    agreed: consent.agreed,
    text_version: version,
    text_hash: hash,
    subject_id: consent.subjectId ?? null,
    given_by: customerId,
    given_at: happenedOn(consent.on, moment),
    ip: '203.0.113.24',
  })
}
