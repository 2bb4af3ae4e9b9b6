import { homedir } from 'node:os'
import { join } from 'node:path'
import {
  address,
  optional,
  readSettings,
  text,
  textOrNone,
  WrongSettings,
} from '#server/platform/settings/setting.ts'
import { OpsFailure } from './failure.ts'

/** The command line's own; docs/settings.md and `--help` are made from it. */
export const opsSettings = {
  OPS_URL: optional({
    about: 'which Larkwell it talks to',
    usual: 'http://localhost:3000',
    parse: (value) => address()(value).replace(/\/+$/, ''),
  }),
  OPS_TOKEN: optional({
    about: 'a token to use instead of the one of the last log-in',
    parse: textOrNone,
  }),
  OPS_FILES: optional({
    about: 'the folder for files that commands save, which only you can read',
    usual: () => join(homedir(), 'larkwell-files'),
    usualAs: '`~/larkwell-files`',
    parse: text,
  }),
  OPS_TOKEN_FILE: optional({
    about: 'where the log-in is kept',
    usual: () => join(homedir(), '.larkwell', 'ops-token'),
    usualAs: '`~/.larkwell/ops-token`',
    parse: text,
  }),
}

export function readOpsSettings(env: NodeJS.ProcessEnv) {
  try {
    // Production asks nothing of a desk.
    return readSettings(opsSettings, { ...env, NODE_ENV: undefined })
  } catch (error) {
    if (error instanceof WrongSettings) throw new OpsFailure('usage', error.message)
    throw error
  }
}
