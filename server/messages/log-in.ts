import { codeLifeMs, linkLifeMs } from '#domain/login.ts'
import type { Definitions } from './definition.ts'

const minutes = (ms: number) => `${ms / 60_000} minutes`

export const logInKinds: Definitions<'LogInCode' | 'LogInLink' | 'StaffCode'> = {
  LogInCode: {
    channel: 'sms',
    isSecret: true,
    write: ({ code }, { brand }) =>
      `${code} is your ${brand} code. It works for ${minutes(codeLifeMs)}. We will never ask you for it.`,
  },

  LogInLink: {
    channel: 'email',
    isSecret: true,
    write: ({ firstName, url }, { brand }) => ({
      subject: `Your ${brand} login link`,
      preheader: `It works once, for ${minutes(linkLifeMs)}.`,
      title: 'Your link to log in',
      firstName,
      paragraphs: [
        `Here is your personal link to log in to ${brand}. It works once, for ${minutes(linkLifeMs)}.`,
      ],
      button: { label: 'Log in', url },
      closing: [
        'If you did not ask for it, you can ignore this message: nobody can use the link without your inbox.',
      ],
      reason: 'This message was sent because somebody asked for a login link with your email address.',
    }),
  },

  StaffCode: {
    channel: 'sms',
    isSecret: true,
    write: ({ code }, { brand }) =>
      `${code} is your ${brand} staff code. It works for ${minutes(codeLifeMs)}. Never pass it on.`,
  },
}
