import { callCommand } from '../call-command.ts'
import type { CompanySettingsReply } from '#contract/staff-company.ts'
import type { Command } from '../command.ts'
import { facts } from '../table.ts'
import { yesNo } from '../words.ts'

/** An option for a setting, which goes back to the configuration with "default". */
const setting = (field: string, about: string) => ({ field, about, nullWord: 'default' })

export const settingsCommands: Command[] = [
  callCommand({
    name: 'settings show',
    about: 'Shows contact details and name of the company, and which features are on.',
    call: 'GET /api/staff/settings',
    examples: ['settings show'],
    text: settingsPage,
  }),
  callCommand({
    name: 'settings set',
    about: 'Changes settings; "default" goes back to how the installation was configured.',
    call: 'PUT /api/staff/settings',
    options: {
      brand: setting('brand', 'how we call ourselves in messages'),
      'phone-au': setting('supportPhoneAu', 'support by phone in Australia'),
      'phone-uk': setting('supportPhoneUk', 'support by phone in the United Kingdom'),
      'email-au': setting('supportEmailAu', 'support by mail in Australia'),
      'email-uk': setting('supportEmailUk', 'support by mail in the United Kingdom'),
      'terms-url': setting('termsUrl', 'the terms'),
      'funded-terms-url': setting('fundedTermsUrl', 'the terms of Plus, where we pay the school ahead'),
      'privacy-url': setting('privacyUrl', 'the privacy policy'),
      'upload-invoices': setting('uploadInvoices', 'whether families upload invoices'),
      'hide-statements': setting('hideStatements', 'whether Statements are hidden'),
      'hide-early-payments': setting('hideEarlyPayments', 'whether the page for early payments is hidden'),
      'staff-may-pay': setting('staffMayPay', "whether staff may pay in a customer's place"),
      'require-two-factor': setting('requireTwoFactor', 'whether all staff need an authenticator app'),
      'arrears-reminder-days': setting(
        'arrearsReminderDays',
        'when a family is reminded of what is overdue, in days after it began: [0,7,14,21]',
      ),
      'care-contacts-au': setting(
        'careContactsAu',
        'who else helps, in Australia: [{"name":"…","about":"what they do","reach":"how to reach them"}]',
      ),
      'care-contacts-uk': setting('careContactsUk', 'the same in the United Kingdom'),
      'queue-targets': setting(
        'queueTargets',
        'how soon staff aim to settle things: {"Chat":{"count":30,"unit":"Minutes"}}, or Hours, or business Days',
      ),
      'desk-day-ends': setting('deskDayEnds', 'the hour at which a working day of staff ends, from 12 to 23'),
      'quiet-hours': setting(
        'quietHours',
        'when nothing leaves that is not urgent, on the reader\'s clock: {"from":20,"until":8}; the same hour twice for never',
      ),
      'payout-account-au': setting(
        'payoutAccountAu',
        'the account that Australian payouts leave from: {"bank":"CBA","userId":"301500","bsb":"062-000","accountNumber":"10001234"}',
      ),
      'surcharge-cap-au': setting(
        'surchargeCapAu',
        'the highest card surcharge rate in Australia, in percent',
      ),
    },
    examples: [
      'settings set --phone-au "1300 139 446" --reason "New line"',
      'settings set --hide-statements default --reason "Statements are back"',
    ],
    text: (settings) => `Saved. Every page shows the change within seconds.\n\n${settingsPage(settings)}`,
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
