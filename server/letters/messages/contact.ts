import type { Definitions } from './definition.ts'
import type { Row } from './letter.ts'
import { fitName } from './text-message.ts'
import type { Region } from '#domain/region.ts'
import { sampleStopUrl, requestId } from './sample-parts.ts'

/** The facts of each of these letters. */
export type ContactFacts = {
  /** E-mail or mobile has changed: to every address, old and new. The addresses are masked. */
  ContactChanged: {
    firstName: string
    region: Region
    email: { from: string; to: string } | null
    mobile: { from: string | null; to: string | null } | null
    /** A time in the region's time zone, as a text. */
    pausedUntil: string
    /** Only for the former addresses. */
    stopUrl: string | null
  }
  /** A text message has room for the new address only. */
  ContactChangedText: {
    region: Region
    email: { to: string } | null
    mobile: { to: string | null } | null
    stopUrl: string | null
  }
  /** To our staff. */
  ContactChangeStopped: {
    name: string
    region: Region
    accounts: string | null
    /** Who made the change. */
    staffEmail: string
    contactChangeId: string
  }
  ContactChangeKept: { firstName: string; region: Region }
  /** The last message to a person whose data is erased. */
  CustomerErased: { firstName: string; region: Region }
}

type Changes = Pick<ContactFacts['ContactChanged'], 'email' | 'mobile'>

export const contactKinds: Definitions<ContactFacts> = {
  ContactChanged: {
    sample: {
      firstName: 'Amelia',
      region: 'AU',
      email: { from: 'a***@wattle.example', to: 'a***@ridge.example' },
      mobile: { from: '***156', to: '***157' },
      pausedUntil: 'Thu 19 November 2026, 4:05 pm (Sydney time)',
      stopUrl: sampleStopUrl,
    },
    isSecret: true,
    write(facts, { brand, support }) {
      const { region, pausedUntil, stopUrl } = facts
      const changes = whatChanged(facts)
      const { phone } = support[region]
      return {
        subject: `Your ${changes} at ${brand} ${facts.email && facts.mobile ? 'have' : 'has'} changed`,
        preheader: 'If this was not you, please tell us at once.',
        title: `Your ${changes} ${facts.email && facts.mobile ? 'have' : 'has'} changed`,
        paragraphs: [
          `We have changed how you log in and where we reach you. For your safety, you are logged out everywhere, and withdrawals and new bank accounts are paused until ${pausedUntil}.`,
          'If this was you, there is nothing for you to do.',
        ],
        rows: rowsOf(facts),
        ...(stopUrl === null
          ? {
              note: {
                tone: 'caution',
                title: 'If this was not you',
                lines: [`Please call us at once on ${phone}.`],
              },
            }
          : {
              note: {
                tone: 'caution',
                title: 'If this was not you',
                lines: [
                  'Use the button below. No money leaves your account until we have spoken with you.',
                  `You can also call us on ${phone}.`,
                ],
              },
              button: { label: 'This was not me', url: stopUrl },
            }),
        reason: `This message was sent to every address, old and new, that ${brand} has of you.`,
      }
    },
  },

  ContactChangedText: {
    sample: {
      region: 'AU',
      email: null,
      mobile: { to: '***157' },
      stopUrl: sampleStopUrl,
    },
    channel: 'sms',
    isSecret: true,
    write(facts, { brand, support }) {
      const { region, stopUrl } = facts
      const howToStop = stopUrl === null ? `Call ${support[region].phone}` : `Stop it: ${stopUrl}`
      return fitName(`${brand}: `, changesInWords(facts), `. Not you? ${howToStop}`)
    },
  },

  ContactChangeStopped: {
    sample: {
      name: 'Amelia Walsh',
      region: 'AU',
      accounts: 'LW20418, LW20533',
      staffEmail: 'sam@larkwell.example',
      contactChangeId: requestId,
    },
    write: ({ name, accounts, staffEmail, contactChangeId }) => ({
      subject: `${name} says: this contact change was not me`,
      preheader: 'Withdrawals are blocked until somebody decides.',
      title: 'A contact change was stopped',
      firstName: null,
      paragraphs: [
        'Somebody at the former e-mail or mobile of this customer says that they did not ask for the change. Please speak with the family by means that you trust, by the end of the next business day.',
        'Withdrawals and new bank accounts stay blocked until you decide.',
      ],
      rows: [
        { label: 'Customer', value: name },
        ...(accounts === null ? [] : [{ label: 'Accounts', value: accounts }]),
        { label: 'Changed by', value: staffEmail },
      ],
      closing: [
        `To decide: npm run ops -- customers resolve-contact ${contactChangeId} keep, or restore, with your reason.`,
      ],
      reason: 'This message was sent to you because you look after support.',
    }),
  },

  ContactChangeKept: {
    sample: { firstName: 'Amelia', region: 'AU' },
    write: ({ region }, { brand, support }) => ({
      subject: 'We have looked into the change of your contact details',
      preheader: 'The change stands.',
      title: 'The change stands',
      paragraphs: [
        'We were told that a change of your contact details was not yours. We have looked into it, and the new contact details stay.',
      ],
      closing: [`If you think that this is wrong, please call us at once on ${support[region].phone}.`],
      reason: `This message was sent because a change of contact details at ${brand} was stopped.`,
    }),
  },

  CustomerErased: {
    sample: { firstName: 'Amelia', region: 'AU' },
    isSecret: true,
    write: ({ region }, { brand, support }) => ({
      subject: `Your personal data at ${brand} has been erased`,
      preheader: 'This is the last message that you get from us.',
      title: 'Your personal data has been erased',
      paragraphs: [
        'As asked, we have erased your name, your contact details, your documents, your payment methods and our messages to you. You can no longer log in.',
        'The law requires us to keep our books, payments, your consents and the record of who did what for seven years. Our books name nobody any more.',
      ],
      closing: [`If you did not ask for this, please call us at once on ${support[region].phone}.`],
      reason: `This message was sent because your personal data at ${brand} was erased.`,
    }),
  },
}

function whatChanged({ email, mobile }: Changes): string {
  return [email && 'email', mobile && 'mobile number'].filter((part) => part !== null).join(' and ')
}

function rowsOf({ email, mobile }: Changes): Row[] {
  return [
    ...(email
      ? [
          { label: 'Former email', value: email.from },
          { label: 'New email', value: email.to },
        ]
      : []),
    ...(mobile
      ? [
          { label: 'Former mobile', value: mobile.from ?? 'none' },
          { label: 'New mobile', value: mobile.to ?? 'none' },
        ]
      : []),
  ]
}

function changesInWords({ email, mobile }: ContactFacts['ContactChangedText']): string {
  const parts = [
    email && `your email is now ${email.to}`,
    mobile && (mobile.to === null ? 'your mobile was removed' : `your mobile is now ${mobile.to}`),
  ]
  return parts.filter((part) => part !== null).join(', ')
}
