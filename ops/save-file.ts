import { writeFile } from 'node:fs/promises'
import { basename } from 'node:path'
import type { FileReply } from '#contract/endpoint.ts'
import type { Outcome } from './command.ts'
import { OpsFailure } from './failure.ts'

/** Saves a file. An existing file is not overwritten: it may hold someone's work. */
export async function saveFile(file: FileReply, to: string | undefined): Promise<Outcome> {
  const path = to ?? basename(file.fileName)
  try {
    await writeFile(path, file.bytes, { flag: 'wx' })
  } catch (error) {
    const isTaken = (error as NodeJS.ErrnoException).code === 'EEXIST'
    throw new OpsFailure(
      'usage',
      isTaken ? `There is a file ${path} already.` : `${path} cannot be written.`,
      'Name another one with --to.',
    )
  }
  return { raw: { path, bytes: file.bytes.length }, text: `Saved as ${path}.` }
}
