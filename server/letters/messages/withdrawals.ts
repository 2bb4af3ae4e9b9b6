import { withinSentence } from '#domain/payment-methods/payment-methods.ts'
import { codeLifeMs } from '#domain/login.ts'
import { cents, type Cents } from '#domain/money.ts'
import type { Definitions } from './definition.ts'
import { autofillLine, fitName } from './text-message.ts'
import { money } from './wording.ts'
import type { Region } from '#domain/region.ts'
import type { RegionalMember } from './facts.ts'
import { portal } from './sample-parts.ts'

/** The facts of each of these letters. */
export type WithdrawalFacts = {
  WithdrawalCode: { code: string; region: Region; amount: Cents; bankAccount: string }
  BankAccountCode: { code: string; region: Region; bankAccount: string }
  WithdrawalRequested: RegionalMember & {
    amount: Cents
    bankAccount: string
  }
  /** Staff have let the family off what it owed. */
  AmountWaived: RegionalMember & { amount: Cents; description: string; portalUrl: string }
  /** Staff have corrected the balance. */
  BalanceAdjusted: RegionalMember & {
    /** Negative if it was taken from the family. */
    amount: Cents
    description: string
    portalUrl: string
  }
  /** The bank account for withdrawals has changed; every member must know in time. */
  BankAccountChanged: RegionalMember & {
    last4: string
    status: 'Added' | 'Removed'
    /** The time of the first possible payout to it, as a text; null without a waiting time. */
    payableFrom: string | null
  }
}

export const withdrawalKinds: Definitions<WithdrawalFacts> = {
  // The code says what it is for, so that a victim of fraud can see what passing it on would do.
  WithdrawalCode: {
    sample: {
      code: '402193',
      region: 'AU',
      amount: cents(218_40),
      bankAccount: 'Bank account ending 6789',
    },
    channel: 'sms',
    isSecret: true,
    write: ({ code, region, amount, bankAccount }, { brand, portalOrigin }) =>
      fitName(
        `${code} is your ${brand} code to withdraw ${money(amount, region)} to `,
        withinSentence(bankAccount),
        `. Valid for ${codeLifeMs / 60_000} minutes. Never pass it on.${autofillLine(code, portalOrigin)}`,
      ),
  },

  BankAccountCode: {
    sample: { code: '402193', region: 'AU', bankAccount: 'Bank account ending 6789' },
    channel: 'sms',
    isSecret: true,
    write: ({ code, bankAccount }, { brand, portalOrigin }) =>
      fitName(
        `${code} is your ${brand} code to add `,
        withinSentence(bankAccount),
        ` for withdrawals. Valid for ${codeLifeMs / 60_000} minutes. Never pass it on.${autofillLine(code, portalOrigin)}`,
      ),
  },

  WithdrawalRequested: {
    sample: {
      firstName: 'Amelia',
      region: 'AU',
      shortId: 'LW20418',
      amount: cents(218_40),
      bankAccount: 'Bank account ending 6789',
    },
    write(facts, { support }) {
      const amount = money(facts.amount, facts.region)
      return {
        subject: `Your withdrawal request: ${amount}`,
        preheader: 'We have your request and will look at it soon.',
        title: 'We have your withdrawal request',
        paragraphs: [
          'Thank you. The amount is set aside from your balance, and our team looks at your request next. We write to you once it is decided.',
        ],
        rows: [
          { label: 'Account', value: facts.shortId },
          { label: 'To', value: facts.bankAccount },
          { label: 'Amount', value: amount, isTotal: true },
        ],
        closing: [
          `If nobody in your family asked for this, please call us at once on ${support[facts.region].phone}.`,
        ],
        reason: `This message is about your account ${facts.shortId}.`,
      }
    },
  },

  BalanceAdjusted: {
    sample: {
      firstName: 'Amelia',
      region: 'AU',
      shortId: 'LW20418',
      amount: cents(45_00),
      description: 'Excursion that was cancelled',
      portalUrl: `${portal}/transactions`,
    },
    write({ region, shortId, amount, description, portalUrl }, { support }) {
      const sum = money(cents(Math.abs(amount)), region)
      const change = amount > 0 ? `${sum} was added to it` : `${sum} was taken from it`
      return {
        subject: `Your balance was corrected: ${sum}`,
        preheader: `${description}.`,
        title: 'Your balance was corrected',
        paragraphs: [`We have corrected your balance: ${change}. You find it in your transactions.`],
        rows: [
          { label: 'Account', value: shortId },
          { label: 'For', value: description },
          { label: amount > 0 ? 'Added' : 'Taken', value: sum, isTotal: true },
        ],
        button: { label: 'See my transactions', url: portalUrl },
        closing: [`If you have a question about this, call us on ${support[region].phone}.`],
        reason: `This message is about your account ${shortId}.`,
      }
    },
  },

  AmountWaived: {
    sample: {
      firstName: 'Amelia',
      region: 'AU',
      shortId: 'LW20418',
      amount: cents(120_00),
      description: 'Excursion that was cancelled',
      portalUrl: `${portal}/transactions`,
    },
    write({ region, shortId, amount, description, portalUrl }, { support }) {
      const sum = money(amount, region)
      return {
        subject: `You no longer owe ${sum}`,
        preheader: `${description}.`,
        title: `You no longer owe ${sum}`,
        paragraphs: [
          `You do not have to pay ${sum} of what you owed. We will not collect it or ask you for it again.`,
        ],
        rows: [
          { label: 'Account', value: shortId },
          { label: 'For', value: description },
          { label: 'No longer owed', value: sum, isTotal: true },
        ],
        button: { label: 'Go to your account', url: portalUrl },
        closing: [`If you have a question about this, call us on ${support[region].phone}.`],
        reason: `This message is about your account ${shortId}.`,
      }
    },
  },

  BankAccountChanged: {
    sample: {
      firstName: 'Amelia',
      region: 'AU',
      shortId: 'LW20418',
      last4: '6789',
      status: 'Added',
      payableFrom: 'Thursday 19 November 2026, 10:15 am (Sydney time)',
    },
    write({ region, shortId, last4, status, payableFrom }, { support }) {
      const change = status.toLowerCase()
      return {
        subject: `A bank account for withdrawals was ${change}`,
        preheader: `Account ending ${last4}. If this was not you, call us.`,
        title: `A bank account was ${change}`,
        paragraphs: [
          `A bank account was ${change} for withdrawals: account ending ${last4}. If this was not you, call us.`,
          ...(payableFrom ? [`To keep your money safe, nothing is paid to it before ${payableFrom}.`] : []),
        ],
        rows: [
          { label: 'Account', value: shortId },
          { label: 'Bank account', value: `ending ${last4}` },
          { label: 'Our number', value: support[region].phone },
        ],
        reason: `This message is about your account ${shortId}.`,
      }
    },
  },
}
