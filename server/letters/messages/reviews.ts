import type { Definitions } from './definition.ts'
import type { Letter, Tone, ToMember } from './letter.ts'
import { accountRows, linesOf, money, wordsOr } from './wording.ts'
import { cents, type Cents } from '#domain/money.ts'
import type { Member, RegionalMember, StaffReason } from './facts.ts'
import { portal, family } from './sample-parts.ts'

/** The facts of each of these letters. */
export type ReviewFacts = {
  IdentityReviewed: Member &
    StaffReason & {
      outcome: 'Approved' | 'Declined'
      portalUrl: string
    }
  InvoiceReviewed: Member &
    StaffReason & {
      name: string
      outcome: 'Approved' | 'Declined'
      portalUrl: string
    }
  WithdrawalDecided: RegionalMember &
    StaffReason & {
      amount: Cents
      status: 'Approved' | 'Paid' | 'Declined'
    }
  /** Staff have undone a decision and decide again. */
  DecisionTakenBack: ToMember & {
    /** "your plan for 2027" */
    about: string
    /** Nothing is taken from the family until it is decided again. */
    isCollectionStopped: boolean
  }
  ContributionInvite: { firstName: string; inviteUrl: string }
}

const about = (shortId: string) => `This message is about your account ${shortId}.`

/** The note with the words of staff. */
function fromTeam(reason: string | null, tone: Tone): Pick<Letter, 'note'> {
  return reason === null ? {} : { note: { tone, title: 'From our team', lines: linesOf(reason) } }
}

export const reviewKinds: Definitions<ReviewFacts> = {
  IdentityReviewed: {
    sample: {
      firstName: 'Amelia',
      shortId: 'LW20418',
      outcome: 'Declined',
      reason: 'The photo is too dark to read the licence number.',
      portalUrl: `${portal}/verify-identity`,
    },
    write({ shortId, outcome, reason, words, portalUrl }) {
      const isApproved = outcome === 'Approved'
      const title = isApproved ? 'Your identity is confirmed' : 'We could not confirm your identity'
      return {
        subject: title,
        preheader: isApproved ? 'Thank you. You can go on.' : 'Please upload another copy.',
        paragraphs: wordsOr(
          [
            isApproved
              ? 'Thank you. We have checked your document, and your identity is confirmed.'
              : 'We have looked at your document and cannot confirm your identity with it. Please upload another copy; the page opens right there.',
          ],
          words === undefined ? {} : { words },
        ),
        rows: [{ label: 'Account', value: shortId }],
        ...fromTeam(reason, isApproved ? 'success' : 'caution'),
        button: { label: isApproved ? 'Go to your account' : 'Upload another copy', url: portalUrl },
        closing: isApproved ? [] : ['If you would rather do it with our help, please call us.'],
        reason: about(shortId),
      }
    },
  },

  InvoiceReviewed: {
    sample: {
      firstName: 'Amelia',
      shortId: 'LW20418',
      name: 'Invoice-term-1.pdf',
      outcome: 'Approved',
      reason: null,
      portalUrl: `${portal}/statements`,
    },
    write({ shortId, name, outcome, reason, words, portalUrl }) {
      const isApproved = outcome === 'Approved'
      const title = isApproved ? 'Your invoice is accepted' : 'We could not use your invoice'
      return {
        subject: title,
        preheader: name,
        paragraphs: wordsOr(
          [
            isApproved
              ? 'Thank you. We have looked at the invoice that you sent us and accepted it.'
              : 'We have looked at the invoice that you sent us and cannot use it. Please send us another one.',
          ],
          words === undefined ? {} : { words },
        ),
        rows: [
          { label: 'Account', value: shortId },
          { label: 'Invoice', value: name },
        ],
        ...fromTeam(reason, isApproved ? 'success' : 'caution'),
        button: { label: isApproved ? 'See your invoices' : 'Send another invoice', url: portalUrl },
        reason: about(shortId),
      }
    },
  },

  WithdrawalDecided: {
    sample: {
      firstName: 'Amelia',
      region: 'AU',
      shortId: 'LW20418',
      amount: cents(218_40),
      status: 'Paid',
      reason: null,
    },
    write(facts) {
      const amount = money(facts.amount, facts.region)
      const { title, words } = withdrawals[facts.status]
      return {
        subject: `${title}: ${amount}`,
        preheader: words,
        title,
        paragraphs: wordsOr([words], facts),
        rows: [
          { label: 'Account', value: facts.shortId },
          { label: 'Amount', value: amount, isTotal: true },
        ],
        ...fromTeam(facts.reason, facts.status === 'Declined' ? 'caution' : 'info'),
        reason: about(facts.shortId),
      }
    },
  },

  DecisionTakenBack: {
    sample: { ...family, about: 'your plan for 2027', isCollectionStopped: true },
    write: (facts) => ({
      subject: `We are looking again at ${facts.about}`,
      preheader: 'There is nothing for you to do.',
      paragraphs: [
        `We have taken back our decision about ${facts.about}: what we wrote to you about it no longer holds.${
          facts.isCollectionStopped ? ' Nothing is collected for it until we have decided again.' : ''
        }`,
        'Someone from our team looks at it once more, and we write to you as soon as that is done. There is nothing for you to do.',
      ],
      rows: accountRows(facts),
    }),
  },

  ContributionInvite: {
    sample: { firstName: 'Amelia', inviteUrl: 'https://fund.example/invite/7Qk2' },
    write: ({ inviteUrl }, { brand }) => ({
      subject: 'Support other families',
      preheader: 'An invitation to the Families Innovation Fund.',
      paragraphs: [
        'You can support other families with a donation to the Families Innovation Fund. The button opens your personal invitation.',
      ],
      button: { label: 'Open your invitation', url: inviteUrl },
      closing: [
        'This is an invitation and no more: if you would rather not, there is nothing for you to do.',
      ],
      reason: `This message was sent because you have an account with ${brand}.`,
    }),
  },
}

const withdrawals = {
  Approved: {
    title: 'Your withdrawal is approved',
    words: 'We have approved your withdrawal and will send the money to your bank account next.',
  },
  Paid: {
    title: 'Your withdrawal is on its way',
    words: 'We have sent the money to your bank account. Your bank may need a day or two to show it.',
  },
  Declined: {
    title: 'Your withdrawal was declined',
    words: 'We could not carry out your withdrawal. The money is back in your balance.',
  },
} as const
