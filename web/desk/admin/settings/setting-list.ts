import type { CompanySettingsReply } from '#contract/staff-company.ts'
import type { CareContact } from '#domain/care.ts'
import type { QuietHours } from '#domain/quiet-hours.ts'
import { regionFacts, regions } from '#domain/region.ts'
import { queueKinds, type Target, type Targets } from '#domain/staff-queue.ts'
import type { PayoutAccount } from '#domain/withdrawals.ts'
import { kindWords } from '../texts/kind-words.ts'
import { noAccount } from '../../money/payout-account-field.tsx'
import type { StaffRequest } from '../../foundation/staff-client.ts'

type Body = StaffRequest<'PUT /api/staff/settings'>['body']
type SettingName = Exclude<keyof Body, 'reason'>

/** What each kind of setting holds. A number is what is typed. */
export type ValueOf = {
  line: string
  flag: boolean
  number: string
  hours: QuietHours
  days: string
  contacts: CareContact[]
  targets: Targets
  account: PayoutAccount
}
type SettingKind = keyof ValueOf
export type Value = ValueOf[SettingKind]

export type Setting = {
  [Kind in SettingKind]: {
    name: SettingName
    label: string
    hint?: string
    kind: Kind
    valueOf: (settings: CompanySettingsReply) => ValueOf[Kind]
    /** As it is shown where it cannot be shown whole. */
    shortened?: (settings: CompanySettingsReply) => string
  }
}[SettingKind]

export const unitWords: Record<Target['unit'], string> = {
  Minutes: 'minutes',
  Hours: 'hours',
  Days: 'business days',
}

/** As names of settings end. */
const endings = { AU: 'Au', UK: 'Uk' } as const

const flag = (name: SettingName & keyof CompanySettingsReply['flags'], label: string): Setting => ({
  name,
  label,
  kind: 'flag',
  valueOf: ({ flags }) => flags[name],
})

/** Every setting that an administrator may change while the server runs. */
export const settingGroups: { title: string; settings: Setting[] }[] = [
  {
    title: 'How families reach us',
    settings: [
      { name: 'brand', label: 'Our name in messages', kind: 'line', valueOf: ({ brand }) => brand },
      ...regions.flatMap((region): Setting[] => [
        {
          name: `supportPhone${endings[region]}`,
          label: `Phone, ${regionFacts[region].name}`,
          kind: 'line',
          valueOf: ({ support }) => support[region].phone,
        },
        {
          name: `supportEmail${endings[region]}`,
          label: `E-mail, ${regionFacts[region].name}`,
          kind: 'line',
          valueOf: ({ support }) => support[region].email,
        },
      ]),
    ],
  },
  {
    title: 'Terms',
    settings: [
      { name: 'termsUrl', label: 'Terms', kind: 'line', valueOf: ({ termsUrl }) => termsUrl },
      {
        name: 'fundedTermsUrl',
        label: 'Terms of Plus',
        hint: 'For families whose fees we pay in advance',
        kind: 'line',
        valueOf: ({ fundedTermsUrl }) => fundedTermsUrl,
      },
      { name: 'privacyUrl', label: 'Privacy policy', kind: 'line', valueOf: ({ privacyUrl }) => privacyUrl },
    ],
  },
  {
    title: 'Money',
    settings: [
      {
        name: 'payoutAccountAu',
        label: 'Australian payouts leave from',
        hint: 'Only the last digits are shown. To change it, enter the full number.',
        kind: 'account',
        valueOf: () => noAccount,
        shortened: ({ payoutAccount }) =>
          payoutAccount
            ? `${payoutAccount.bank}, BSB ${payoutAccount.bsb}, ending ${payoutAccount.ending}`
            : 'not set',
      },
      {
        name: 'surchargeCapAu',
        label: 'Highest card surcharge in Australia, in percent',
        kind: 'number',
        valueOf: ({ surchargeCap }) => String(surchargeCap.AU),
      },
      {
        name: 'arrearsReminderDays',
        label: 'Overdue reminders',
        hint: 'Days after the due date, at least a week apart: 0, 7, 14, 21',
        kind: 'days',
        valueOf: ({ arrearsReminderDays }) => arrearsReminderDays.join(', '),
      },
    ],
  },
  {
    title: 'What families see',
    settings: [
      flag('uploadInvoices', 'Families can upload invoices'),
      flag('hideStatements', 'Hide statements'),
      flag('hideEarlyPayments', 'Hide early payments'),
      { name: 'quietHours', label: 'Quiet hours', kind: 'hours', valueOf: ({ quietHours }) => quietHours },
      ...regions.map((region): Setting => ({
        name: `careContacts${endings[region]}`,
        label: `Support organisations, ${regionFacts[region].name}`,
        kind: 'contacts',
        valueOf: ({ careContacts }) => careContacts[region],
      })),
    ],
  },
  {
    title: 'Staff',
    settings: [
      {
        name: 'queueTargets',
        label: 'Target response times',
        kind: 'targets',
        valueOf: ({ queueTargets }) => queueTargets,
      },
      {
        name: 'deskDayEnds',
        label: 'End of the working day (hour)',
        kind: 'number',
        valueOf: ({ deskDayEnds }) => String(deskDayEnds),
      },
      {
        name: 'requireTwoFactor',
        label: 'Require an authenticator app',
        hint: 'Staff without one must set it up before they can continue',
        kind: 'flag',
        valueOf: ({ requireTwoFactor }) => requireTwoFactor,
      },
      flag('staffMayPay', 'Staff may pay on a family’s behalf'),
    ],
  },
]

/** What a setting is now, in words. */
export const nowOf = (setting: Setting, settings: CompanySettingsReply): string =>
  setting.shortened?.(settings) ?? shown(setting, setting.valueOf(settings))

/** What is typed for a line, a number or days. */
export const textOf = (value: Value): string => (typeof value === 'string' ? value : '')

/** A value of a setting in words. */
export function shown({ kind }: Setting, value: Value): string {
  switch (kind) {
    case 'flag':
      return value ? 'Yes' : 'No'
    case 'hours':
      return hoursText(value as QuietHours)
    case 'contacts':
      return (value as CareContact[]).map(({ name }) => name).join(', ')
    case 'targets':
      return targetsText(value as Targets)
    case 'account':
      return accountText(value as PayoutAccount)
    default:
      return textOf(value) || 'not set'
  }
}

const hoursText = ({ from, until }: QuietHours) => (from === until ? 'none' : `${from}:00 to ${until}:00`)

const targetsText = (targets: Targets) =>
  queueKinds
    .map((kind) => `${kindWords(kind)} ${targets[kind].count} ${unitWords[targets[kind].unit]}`)
    .join(', ')

const accountText = ({ bank, bsb, accountNumber }: PayoutAccount) =>
  bank === '' ? 'not set' : `${bank}, BSB ${bsb}, ending ${accountNumber.slice(-4)}`

/** As the contract takes it. */
export function bodyOf(changes: ReadonlyMap<Setting, Value | null>): Omit<Body, 'reason'> {
  return Object.fromEntries([...changes].map(([{ name, kind }, value]) => [name, sent(kind, value)]))
}

function sent(kind: SettingKind, value: Value | null): unknown {
  if (kind === 'number' && value !== null) return Number(value)
  if (kind === 'days' && value !== null) return textOf(value).split(',').map(Number)
  return value
}
