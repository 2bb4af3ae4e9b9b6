import { basename, join, resolve } from 'node:path'
import type { FileReply } from '#contract/endpoint.ts'
import type { Outcome } from './command.ts'
import { OpsFailure } from './failure.ts'
import { makePrivateFolder, replacePrivateFile, writeNewPrivateFile } from './private-file.ts'

/** The options of every command that saves a file. */
export const saveOptions = {
  to: { value: 'path', about: 'where to; in OPS_FILES, under its own name, by default' },
  force: { about: 'takes the place of a file that is there already' },
} as const

/**
 * Saves a file, which may be a copy of somebody's passport, for the person at the keyboard alone. An existing file may
 * hold someone's work: it is replaced only if told so.
 */
export async function saveFile(
  file: FileReply,
  { to, folder, mayReplace = false }: { to?: string | undefined; folder: string; mayReplace?: boolean },
): Promise<Outcome> {
  const path = resolve(to ?? join(folder, plainName(file.fileName)))
  try {
    if (to === undefined) await makePrivateFolder(folder)
    await (mayReplace ? replacePrivateFile : writeNewPrivateFile)(path, file.bytes)
  } catch (error) {
    const isTaken = (error as NodeJS.ErrnoException).code === 'EEXIST'
    throw new OpsFailure(
      'usage',
      isTaken ? `There is a file ${path} already.` : `${path} cannot be written.`,
      isTaken ? 'Name another one with --to, or replace it with --force.' : 'Name another one with --to.',
    )
  }
  return {
    raw: { path, bytes: file.bytes.length },
    text: `Saved as ${path}.\nOnly you can read it. Delete it once you are done with it.`,
  }
}

/** Customers choose the names of what they upload: no folders in it, and nothing that a terminal would obey. */
function plainName(fileName: string): string {
  return basename(fileName.replaceAll(/\p{Cc}/gu, ''))
}
