import { codeLifeMs, linkLifeMs } from '#domain/login.ts'
import type { Definitions } from './definition.ts'
import { autofillLine } from './text-message.ts'
import { portal } from './sample-parts.ts'

/** The facts of each of these letters. */
export type LogInFacts = {
  LogInCode: { code: string }
  LogInLink: { firstName: string; url: string }
  StaffCode: { code: string }
  /** To a member of staff: what has happened to their second factor. */
  StaffTwoFactor: {
    name: string
    status: 'Enrolled' | 'Removed' | 'Reset' | 'RecoveryCodesRenewed' | 'RecoveryCodeUsed'
    /** The time, as a text. */
    at: string
    /** The e-mail of the admin who has reset it. */
    by: string | null
    codesLeft: number | null
  }
}

const minutes = (ms: number) => `${ms / 60_000} minutes`

export const logInKinds: Definitions<LogInFacts> = {
  LogInCode: {
    sample: { code: '048213' },
    channel: 'sms',
    isSecret: true,
    write: ({ code }, { brand, portalOrigin }) =>
      `${code} is your ${brand} code. It works for ${minutes(codeLifeMs)}. We will never ask you for it.` +
      autofillLine(code, portalOrigin),
  },

  LogInLink: {
    sample: { firstName: 'Amelia', url: `${portal}/login?token=eyJhbGciOiJIUzI1NiJ9.c2FtcGxl.c2lnbmF0dXJl` },
    isSecret: true,
    write: ({ url }, { brand }) => ({
      subject: `Your ${brand} login link`,
      preheader: `It works once, for ${minutes(linkLifeMs)}.`,
      title: 'Your link to log in',
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
    sample: { code: '730164' },
    channel: 'sms',
    isSecret: true,
    write: ({ code }, { brand }) =>
      `${code} is your ${brand} staff code. It works for ${minutes(codeLifeMs)}. Never pass it on.`,
  },

  StaffTwoFactor: {
    sample: {
      name: 'Sam Reid',
      status: 'Reset',
      at: 'Thu 19 November 2026, 4:05 pm (Sydney time)',
      by: 'mirjana@larkwell.example',
      codesLeft: null,
    },
    write({ name, status, at, by, codesLeft }, { brand }) {
      const { title, sentence } = twoFactorEvents[status]
      return {
        subject: `${title} (${brand} staff)`,
        preheader: 'If this was not you, tell an admin at once.',
        title,
        firstName: null,
        paragraphs: [sentence],
        rows: [
          { label: 'Member of staff', value: name },
          { label: 'When', value: at },
          ...(by === null ? [] : [{ label: 'By', value: by }]),
        ],
        ...(codesLeft !== null && {
          note: {
            tone: 'info',
            title: `${codesLeft} recovery ${codesLeft === 1 ? 'code' : 'codes'} left`,
            lines: ['Make new ones with: npm run ops -- two-factor recovery-codes'],
          },
        }),
        closing: [
          'If this was not you, tell an admin at once. They can end your sessions with npm run ops -- staff disable.',
        ],
        reason: `This message was sent because you log in as staff of ${brand}.`,
      }
    },
  },
}

const twoFactorEvents = {
  Enrolled: {
    title: 'Your authenticator app is set up',
    sentence: 'From now on, you need a code from your authenticator app to log in.',
  },
  Removed: {
    title: 'Your authenticator app was removed',
    sentence: 'You no longer need a code from an authenticator app to log in.',
  },
  Reset: {
    title: 'Your second factor was reset',
    sentence:
      'An admin has removed your authenticator app and your recovery codes, and ended your sessions. Please log in and set up the app again.',
  },
  RecoveryCodesRenewed: {
    title: 'You have new recovery codes',
    sentence: 'Your former recovery codes no longer work.',
  },
  RecoveryCodeUsed: {
    title: 'A recovery code was used to log in',
    sentence: 'Somebody has logged in as you with one of your recovery codes. That code no longer works.',
  },
} as const
