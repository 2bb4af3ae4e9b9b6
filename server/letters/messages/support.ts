import type { Definitions } from './definition.ts'
import { linesOf } from './wording.ts'
import type { Region } from '#domain/region.ts'
import type { AboutMember } from './facts.ts'
import { portal, family } from './sample-parts.ts'

/** The facts of each of these letters. */
export type SupportFacts = {
  /** A member of staff has changed something on behalf of the customer. */
  DoneByStaff: AboutMember & {
    staffEmail: string
    /** The action, as a text: "saved a payment plan". */
    action: string
    /** The time in the region's time zone, as a text. */
    at: string
    /** Done at the desk, not in the portal on behalf of the customer. */
    isAtDesk?: boolean
  }
  /** A member of staff has opened the portal as the customer sees it. */
  OpenedByStaff: { firstName: string; region: Region; staffEmail: string; at: string }
  /** To staff: somebody has written a message in the portal. Without a name it is an unverified visitor. */
  SupportMessage: {
    conversationId: string
    name: string | null
    email: string
    region: Region
    /** The short ids of the customer's accounts, as a list in words. */
    accounts: string | null
    /** The subject that the writer had open, if it matters. */
    about?: string | null
    body: string
  }
  SupportReply: { firstName: string | null; body: string; portalUrl: string }
}

export const supportKinds: Definitions<SupportFacts> = {
  DoneByStaff: {
    sample: {
      ...family,
      region: 'AU',
      staffEmail: 'sam@larkwell.example',
      action: 'saved a payment plan',
      at: 'Thu 19 November 2026, 4:05 pm (Sydney time)',
    },
    write: ({ region, shortId, schoolName, staffEmail, action, at, isAtDesk }, { brand, support }) => ({
      subject: `${brand} staff have made a change in your account ${shortId}`,
      preheader: `${staffEmail} ${action}.`,
      title: 'Our staff have made a change for you',
      paragraphs: [
        isAtDesk
          ? `A member of our staff has changed something in your account for ${schoolName}: they ${action}.`
          : `A member of our staff was in your account for ${schoolName} in your place and ${action}.`,
        'If you asked us for this, there is nothing for you to do.',
      ],
      rows: [
        { label: 'Who', value: staffEmail },
        { label: 'What', value: action },
        { label: 'When', value: at },
        { label: 'Account', value: shortId },
      ],
      note: {
        tone: 'caution',
        title: 'If you did not expect this',
        lines: [
          `Please call us on ${support[region].phone} or write to ${support[region].email}. We will look into it and put it right.`,
        ],
      },
      reason: `This message was sent because ${brand} tells families what staff change in their accounts.`,
    }),
  },

  OpenedByStaff: {
    sample: {
      firstName: 'Amelia',
      region: 'AU',
      staffEmail: 'rosa@larkwell.example',
      at: '20 March 2026 at 9:41 am',
    },
    write: ({ region, staffEmail, at }, { brand, support }) => ({
      subject: `${brand} staff have opened your account`,
      preheader: 'They see what you see. You are told of anything that they change.',
      title: 'Our staff have opened your account',
      paragraphs: [
        'A member of our staff has opened the portal as you see it, usually to help with a question.',
        'You get a message about anything that they change.',
      ],
      rows: [
        { label: 'Who', value: staffEmail },
        { label: 'When', value: at },
      ],
      note: {
        tone: 'caution',
        title: 'If you did not ask us for help',
        lines: [
          `Please call us on ${support[region].phone} or write to ${support[region].email}. We will look into it.`,
        ],
      },
      reason: `This message was sent because ${brand} tells families when staff open their accounts.`,
    }),
  },

  SupportMessage: {
    sample: {
      conversationId: '7f0c5a52-63c1-4d0e-9a53-1f1f6d6a2b90',
      name: 'Amelia Hart',
      email: 'amelia@example.com',
      region: 'AU',
      accounts: 'LW20418, LW20533',
      body: 'Can I pay twice a month?\nI am paid every second Thursday.',
    },
    write: ({ conversationId, name, email, accounts, about = null, body }) => ({
      subject: `${name ?? 'A visitor'} has written to support`,
      preheader: body,
      title: name === null ? 'A visitor has written to us' : 'A customer has written to us',
      firstName: null,
      paragraphs: [
        name === null
          ? 'The sender was not logged in, and the address may be anybody’s: please say nothing about an account.'
          : 'The sender was logged in.',
      ],
      rows: [
        ...(name === null ? [] : [{ label: 'Name', value: name }]),
        { label: 'E-mail', value: email },
        ...(accounts === null ? [] : [{ label: 'Accounts', value: accounts }]),
        ...(about === null ? [] : [{ label: 'About', value: about }]),
      ],
      note: { tone: 'info', title: 'The message', lines: linesOf(body) },
      closing: [
        `To answer in the portal and by mail: npm run ops -- conversations reply ${conversationId} "…"`,
        'If you answer this mail instead, your answer reaches the writer, but the portal does not show it.',
      ],
      reason: 'This message was sent to you because you look after support.',
      replyTo: email,
    }),
  },

  SupportReply: {
    sample: {
      firstName: 'Amelia',
      body: 'Yes, you can pay twice a month.\nChoose Fortnight in your payment schedule; the amounts change with it.',
      portalUrl: `${portal}/`,
    },
    write: ({ body, portalUrl }, { brand }) => ({
      subject: `A reply from ${brand} support`,
      preheader: body,
      title: 'We have answered you',
      paragraphs: ['Thank you for writing to us. Here is our answer:'],
      note: {
        tone: 'info',
        title: `${brand} support`,
        lines: linesOf(body),
      },
      button: { label: 'Open the conversation', url: portalUrl },
      reason: 'This message was sent because you wrote to us in the portal.',
    }),
  },
}
