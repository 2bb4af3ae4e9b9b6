import { withinSentence } from '#domain/payment-methods/payment-methods.ts'
import { codeLifeMs } from '#domain/login.ts'
import { cents } from '#domain/money.ts'
import type { Definitions } from './definition.ts'
import { autofillLine, fitName } from './text-message.ts'
import { money } from './wording.ts'

export const withdrawalKinds: Definitions<
  'WithdrawalCode' | 'BankAccountCode' | 'WithdrawalRequested' | 'BalanceAdjusted' | 'BankAccountChanged'
> = {
  // The code says what it is for, so that a victim of fraud can see what passing it on would do.
  WithdrawalCode: {
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

  BankAccountChanged: {
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
