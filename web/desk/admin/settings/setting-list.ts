import type { CompanySettingsReply } from '#contract/staff-company.ts'
import type { StaffRequest } from '../../foundation/staff-client.ts'

type Body = StaffRequest<'PUT /api/staff/settings'>['body']
export type SettingName = Exclude<keyof Body, 'reason'>
export type Value = string | boolean

export type Setting = {
  name: SettingName
  label: string
  hint?: string
  kind: 'line' | 'lines' | 'flag' | 'number'
  valueOf: (settings: CompanySettingsReply) => Value
  /** As it is shown where it cannot be shown whole. */
  shortened?: (settings: CompanySettingsReply) => string
}

const contactLines = (contacts: CompanySettingsReply['careContacts']['AU']) =>
  contacts.map(({ name, about, reach }) => `${name} | ${about} | ${reach}`).join('\n')

const careHint = 'One a line: Name | what they do | how to reach them'

/** Every setting that an administrator may change while the server runs. */
export const settingGroups: { title: string; settings: Setting[] }[] = [
  {
    title: 'How families reach us',
    settings: [
      { name: 'brand', label: 'Our name in messages', kind: 'line', valueOf: ({ brand }) => brand },
      {
        name: 'supportPhoneAu',
        label: 'Phone, Australia',
        kind: 'line',
        valueOf: ({ support }) => support.AU.phone,
      },
      {
        name: 'supportEmailAu',
        label: 'E-mail, Australia',
        kind: 'line',
        valueOf: ({ support }) => support.AU.email,
      },
      {
        name: 'supportPhoneUk',
        label: 'Phone, United Kingdom',
        kind: 'line',
        valueOf: ({ support }) => support.UK.phone,
      },
      {
        name: 'supportEmailUk',
        label: 'E-mail, United Kingdom',
        kind: 'line',
        valueOf: ({ support }) => support.UK.email,
      },
    ],
  },
  {
    title: 'Terms',
    settings: [
      { name: 'termsUrl', label: 'Terms', kind: 'line', valueOf: ({ termsUrl }) => termsUrl },
      {
        name: 'fundedTermsUrl',
        label: 'Terms of Plus',
        hint: 'Where we pay the school ahead',
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
        hint: 'Bank, our user id there, BSB and number: CBA,301500,062-000,10001234. It is shown shortened.',
        kind: 'line',
        valueOf: () => '',
        shortened: ({ payoutAccount }) =>
          payoutAccount
            ? `${payoutAccount.bank}, BSB ${payoutAccount.bsb}, ending ${payoutAccount.ending}`
            : '',
      },
      {
        name: 'surchargeCapAu',
        label: 'Highest card surcharge in Australia, in percent',
        kind: 'number',
        valueOf: ({ surchargeCap }) => String(surchargeCap.AU),
      },
      {
        name: 'arrearsReminderDays',
        label: 'Reminders of what is overdue',
        hint: 'Days after it began, a week or more apart: 0,7,14,21',
        kind: 'line',
        valueOf: ({ arrearsReminderDays }) => arrearsReminderDays.join(','),
      },
    ],
  },
  {
    title: 'What families see',
    settings: [
      {
        name: 'uploadInvoices',
        label: 'Families hand invoices in',
        kind: 'flag',
        valueOf: ({ flags }) => flags.uploadInvoices,
      },
      {
        name: 'hideStatements',
        label: 'Statements are hidden',
        kind: 'flag',
        valueOf: ({ flags }) => flags.hideStatements,
      },
      {
        name: 'hideEarlyPayments',
        label: 'Early payments are hidden',
        kind: 'flag',
        valueOf: ({ flags }) => flags.hideEarlyPayments,
      },
      {
        name: 'quietHours',
        label: 'Quiet hours',
        hint: 'When nothing leaves that is not urgent, on the reader’s clock: 20-8, or off',
        kind: 'line',
        valueOf: ({ quietHours: { from, until } }) => (from === until ? 'off' : `${from}-${until}`),
      },
      {
        name: 'careContactsAu',
        label: 'Who else helps, Australia',
        hint: careHint,
        kind: 'lines',
        valueOf: ({ careContacts }) => contactLines(careContacts.AU),
      },
      {
        name: 'careContactsUk',
        label: 'Who else helps, United Kingdom',
        hint: careHint,
        kind: 'lines',
        valueOf: ({ careContacts }) => contactLines(careContacts.UK),
      },
    ],
  },
  {
    title: 'Our own people',
    settings: [
      {
        name: 'queueTargets',
        label: 'Time to settle what waits',
        hint: 'Minutes, hours or business days: Chat=30m, Identity=1d. What is not named keeps its usual time',
        kind: 'lines',
        valueOf: ({ queueTargets }) => queueTargets,
      },
      {
        name: 'deskDayEnds',
        label: 'The hour at which a working day ends',
        kind: 'number',
        valueOf: ({ deskDayEnds }) => String(deskDayEnds),
      },
      {
        name: 'requireTwoFactor',
        label: 'Everybody needs an authenticator app',
        hint: 'Who has none sets it up before anything else',
        kind: 'flag',
        valueOf: ({ requireTwoFactor }) => requireTwoFactor,
      },
      {
        name: 'staffMayPay',
        label: 'We may pay in a family’s place',
        kind: 'flag',
        valueOf: ({ flags }) => flags.staffMayPay,
      },
    ],
  },
]

/** What a setting is now, in words. */
export const nowOf = (setting: Setting, settings: CompanySettingsReply): string =>
  shown(setting.shortened?.(settings) ?? setting.valueOf(settings))

export const shown = (value: Value): string =>
  typeof value === 'boolean' ? (value ? 'Yes' : 'No') : value === '' ? 'not set' : value

/** As the contract takes it. */
export function bodyOf(changes: ReadonlyMap<Setting, Value | null>): Omit<Body, 'reason'> {
  return Object.fromEntries(
    [...changes].map(([{ name, kind }, value]) => [
      name,
      kind === 'number' && typeof value === 'string' ? Number(value) : value,
    ]),
  )
}
