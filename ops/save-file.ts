import { homedir } from 'node:os'
import { basename, join } from 'node:path'
import type { FileReply } from '#contract/endpoint.ts'
import type { Outcome } from './command.ts'
import { OpsFailure } from './failure.ts'
import { makePrivateFolder, writeNewPrivateFile } from './private-file.ts'

/** Where files go unless told otherwise. */
export const filesFolder = process.env['OPS_FILES'] ?? join(homedir(), 'larkwell-files')

/** The option of every command that saves a file. */
export const toOption = {
  value: 'path',
  about: 'where to; in OPS_FILES, under its own name, unless told otherwise',
} as const

/**
 * Saves a file, which may be a copy of somebody's passport, for the person at the keyboard alone. An existing file is
 * not overwritten: it may hold someone's work.
 */
export async function saveFile(
  file: FileReply,
  to: string | undefined,
  folder = filesFolder,
): Promise<Outcome> {
  const path = to ?? join(folder, plainName(file.fileName))
  try {
    if (to === undefined) await makePrivateFolder(folder)
    await writeNewPrivateFile(path, file.bytes)
  } catch (error) {
    const isTaken = (error as NodeJS.ErrnoException).code === 'EEXIST'
    throw new OpsFailure(
      'usage',
      isTaken ? `There is a file ${path} already.` : `${path} cannot be written.`,
      'Name another one with --to.',
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
