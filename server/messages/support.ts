import type { Definitions } from './definition.ts'
import { linesOf } from './wording.ts'

export const supportKinds: Definitions<'SupportMessage' | 'SupportReply'> = {
  SupportMessage: {
    channel: 'email',
    write: ({ conversationId, name, email, accounts, body }) => ({
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
    channel: 'email',
    write: ({ firstName, body, portalUrl }, { brand }) => ({
      subject: `A reply from ${brand} support`,
      preheader: body,
      title: 'We have answered you',
      firstName,
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
