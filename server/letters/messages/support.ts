import type { Definitions } from './definition.ts'
import { linesOf } from './wording.ts'

type SupportKind = 'SupportMessage' | 'SupportReply' | 'DoneByStaff' | 'OpenedByStaff'

export const supportKinds: Definitions<SupportKind> = {
  DoneByStaff: {
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
