import { expect, it } from 'vitest'
import { addressSearchMinLength } from '../address-entry.ts'
import { cardFrameHeight } from '../card-entry.ts'
import { fileKinds, identityFileKinds } from '../files.ts'
import { automaticChecksPerDay } from '../identity.ts'
import { codeLength, sentHelpDelayMs } from '../login.ts'
import { guestPaymentMinCents, reasonDescriptionMaxLength } from '../pay-now.ts'
import { holderNameMaxLength } from '../payment-methods/payment-methods.ts'
import { defaultFrequency, offeredFrequencies, planEditCutOffBusinessDays } from './payment-schedule.ts'
import { queryRetries, queryStaleMs, retryDelayMs } from '../query-cache.ts'
import { regionFacts } from '../region.ts'
import { addressHistoryYears, agreementTextMinLength, minimumAgeYears } from '../switch-account.ts'

/** The figures that screens, letters and the server have in common. Each stands in one place; here is what it says. */
it.each([
  ['digits of a log-in code', codeLength, 6],
  ['the wait before help is offered after a link was sent', sentHelpDelayMs, 10_000],
  ['letters before an address is searched for', addressSearchMinLength, 3],
  ["letters of an account holder's name", holderNameMaxLength, 32],
  ['business days before the first payment after which a plan stays as it is', planEditCutOffBusinessDays, 2],
  ['rhythms on offer', offeredFrequencies, ['Week', 'Fortnight', 'Month']],
  ['the rhythm that is suggested', defaultFrequency, 'Fortnight'],
  ['years of age to switch to instalments', minimumAgeYears, 21],
  ['the least a guest pays', guestPaymentMinCents, 100],
  ['letters of a reason for another amount', reasonDescriptionMaxLength, 100],
  ['letters of a consent text', agreementTextMinLength, 5],
  ['years at an address before the one before is asked for', addressHistoryYears, 3],
  ['how often an issuer is asked in a day', automaticChecksPerDay, 3],
  [
    'what may be uploaded',
    identityFileKinds.flatMap((kind) => fileKinds[kind].extensions),
    ['.pdf', '.png', '.jpg', '.jpeg'],
  ],
  ['how long an answer is believed', queryStaleMs, 300_000],
  ['how often a failed read is tried again', queryRetries, 3],
  ['the longest wait between two tries', retryDelayMs(9), 30_000],
  ['the card form when all is well', cardFrameHeight('valid'), 300],
  ['the card form with two errors', cardFrameHeight(2), 398],
  ['currencies', [regionFacts.AU.currency, regionFacts.UK.currency], ['AUD', 'GBP']],
  ['locales', [regionFacts.AU.locale, regionFacts.UK.locale], ['en-AU', 'en-GB']],
  ['signs of money', [regionFacts.AU.symbol, regionFacts.UK.symbol], ['$', '£']],
])('%s', (_, figure, expected) => {
  expect(figure).toEqual(expected)
})
