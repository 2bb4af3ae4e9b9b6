import type { CompanySettingsReply, SettingsChange } from '#contract/staff-company.ts'
import { choice, readJson } from '../choice.ts'
import { command, type Command } from '../command.ts'
import { facts } from '../table.ts'
import { yesNo } from '../words.ts'

type JsonOption =
  | 'quiet-hours'
  | 'arrears-reminder-days'
  | 'care-contacts-au'
  | 'care-contacts-uk'
  | 'queue-targets'
  | 'payout-account-au'

export const settingsCommands: Command[] = [
  command({
    name: 'settings show',
    about: 'Shows contact details and name of the company, and which features are on.',
    examples: ['settings show', 'settings show --json'],
    async run({ api }) {
      const settings = await api('GET /api/staff/settings')
      return { raw: settings, text: settingsPage(settings) }
    },
  }),
  command({
    name: 'settings set',
    about: 'Changes settings; "default" goes back to how the installation was configured.',
    options: {
      brand: { value: 'name', about: 'how we call ourselves in messages' },
      'phone-au': { value: 'number', about: 'support by phone in Australia' },
      'phone-uk': { value: 'number', about: 'support by phone in the United Kingdom' },
      'email-au': { value: 'email', about: 'support by mail in Australia' },
      'email-uk': { value: 'email', about: 'support by mail in the United Kingdom' },
      'terms-url': { value: 'url', about: 'the terms' },
      'funded-terms-url': { value: 'url', about: 'the terms of Plus, where we pay the school ahead' },
      'privacy-url': { value: 'url', about: 'the privacy policy' },
      'upload-invoices': { value: 'yes|no', about: 'whether families hand invoices in' },
      'hide-statements': { value: 'yes|no', about: 'takes Statements away' },
      'hide-early-payments': { value: 'yes|no', about: 'takes the page for early payments away' },
      'staff-may-pay': { value: 'yes|no', about: "whether our people may pay in a customer's place" },
      'require-two-factor': { value: 'yes|no', about: 'whether all staff need an authenticator app' },
      'arrears-reminder-days': {
        value: 'json',
        about: 'when a family is reminded of what is overdue, in days after it began: [0,7,14,21]',
      },
      'care-contacts-au': {
        value: 'json',
        about:
          'who else helps, in Australia: [{"name":"…","about":"what they do","reach":"how to reach them"}]',
      },
      'care-contacts-uk': { value: 'json', about: 'the same in the United Kingdom' },
      'queue-targets': {
        value: 'json',
        about:
          'in what time staff mean to settle things: {"Chat":{"count":30,"unit":"Minutes"}}, or Hours, or business Days',
      },
      'desk-day-ends': {
        value: 'hour',
        about: 'the hour at which a working day of staff ends, from 12 to 23',
      },
      'quiet-hours': {
        value: 'json',
        about:
          'when nothing leaves that is not urgent, on the reader\'s clock: {"from":20,"until":8}; the same hour twice for never',
      },
      'payout-account-au': {
        value: 'json',
        about:
          'where Australian payouts leave from: {"bank":"CBA","userId":"301500","bsb":"062-000","accountNumber":"10001234"}',
      },
      'surcharge-cap-au': { value: 'percent', about: 'the highest card surcharge rate in Australia' },
    },
    isChange: true,
    examples: [
      'settings set --phone-au "1300 139 446" --reason "New line"',
      'settings set --hide-statements default --reason "Statements are back"',
    ],
    async run({ api, reason, option }) {
      const text = (typed: string | undefined) => (typed === 'default' ? null : typed)
      const json = (name: JsonOption) => {
        const typed = text(option[name])
        return typeof typed === 'string' ? readJson(`--${name}`, typed) : typed
      }
      const flag = (
        name:
          | 'upload-invoices'
          | 'hide-statements'
          | 'hide-early-payments'
          | 'staff-may-pay'
          | 'require-two-factor',
      ) => {
        const typed = option[name]
        if (typed === undefined || typed === 'default') return text(typed) as null | undefined
        return choice(`--${name}`, typed, ['yes', 'no']) === 'yes'
      }
      const numberOf = (typed: string | undefined) => {
        const kept = text(typed)
        return typeof kept === 'string' ? Number(kept) : kept
      }
      // The server checks what is in them.
      const structured = {
        quietHours: json('quiet-hours'),
        arrearsReminderDays: json('arrears-reminder-days'),
        careContactsAu: json('care-contacts-au'),
        careContactsUk: json('care-contacts-uk'),
        queueTargets: json('queue-targets'),
        payoutAccountAu: json('payout-account-au'),
      } as SettingsChange
      const settings = await api('PUT /api/staff/settings', {
        body: {
          brand: text(option.brand),
          supportPhoneAu: text(option['phone-au']),
          supportPhoneUk: text(option['phone-uk']),
          supportEmailAu: text(option['email-au']),
          supportEmailUk: text(option['email-uk']),
          termsUrl: text(option['terms-url']),
          fundedTermsUrl: text(option['funded-terms-url']),
          privacyUrl: text(option['privacy-url']),
          uploadInvoices: flag('upload-invoices'),
          hideStatements: flag('hide-statements'),
          hideEarlyPayments: flag('hide-early-payments'),
          staffMayPay: flag('staff-may-pay'),
          requireTwoFactor: flag('require-two-factor'),
          surchargeCapAu: numberOf(option['surcharge-cap-au']),
          deskDayEnds: numberOf(option['desk-day-ends']),
          ...structured,
          reason,
        },
      })
      return {
        raw: settings,
        text: `Saved. Every page shows the change within seconds.\n\n${settingsPage(settings)}`,
      }
    },
  }),
]

function settingsPage(settings: CompanySettingsReply): string {
  const { AU, UK } = settings.support
  return facts([
    ['Brand', settings.brand],
    ['Support in Australia', `${AU.phone}, ${AU.email}`],
    ['Support in the UK', `${UK.phone}, ${UK.email}`],
    ['Terms', settings.termsUrl],
    ['Terms of Plus', settings.fundedTermsUrl],
    ['Privacy', settings.privacyUrl],
    ['Families hand invoices in', yesNo(settings.flags.uploadInvoices)],
    ['Statements are hidden', yesNo(settings.flags.hideStatements)],
    ['Early payments are hidden', yesNo(settings.flags.hideEarlyPayments)],
    ["Staff may pay in a customer's place", yesNo(settings.flags.staffMayPay)],
    ['All staff need two-factor authentication', yesNo(settings.requireTwoFactor)],
    ['Highest card surcharge, Australia', `${settings.surchargeCap.AU}%`],
    ['Quiet hours', quietHoursText(settings.quietHours)],
    ['Reminders of arrears', `after ${settings.arrearsReminderDays.join(', ')} days`],
    ['Help elsewhere, Australia', settings.careContacts.AU.map(({ name }) => name).join(', ')],
    ['Help elsewhere, United Kingdom', settings.careContacts.UK.map(({ name }) => name).join(', ')],
    ['Time to settle what waits', targetsText(settings.queueTargets)],
    ['A working day ends at', `${settings.deskDayEnds}:00`],
    [
      'Australian payouts leave from',
      settings.payoutAccount &&
        `${settings.payoutAccount.bank}, BSB ${settings.payoutAccount.bsb}, ending ${settings.payoutAccount.ending}`,
    ],
    ['Set here', settings.changed.join(', ') || 'nothing'],
  ])
}

const quietHoursText = ({ from, until }: CompanySettingsReply['quietHours']) =>
  from === until ? 'none' : `${from}:00 to ${until}:00, on the reader's clock`

const targetsText = (targets: CompanySettingsReply['queueTargets']) =>
  Object.entries(targets)
    .map(([kind, { count, unit }]) => `${kind} ${count} ${unit.toLowerCase()}`)
    .join(', ')
