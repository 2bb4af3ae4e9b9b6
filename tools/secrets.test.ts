import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { keepSecrets } from './secrets.ts'

it('keeps the secrets of the data, and replaces broken ones only when the data is replaced too', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'larkwell-secrets-'))
  const file = join(folder, 'secrets.json')
  const first = await keepSecrets(file)
  expect(await keepSecrets(file)).toEqual(first)
  await writeFile(file, '{"sessionKeys')
  await expect(keepSecrets(file)).rejects.toThrow(
    `${file} is broken, and holds the keys of the data beside it. Start with --fresh to begin with new data.`,
  )
  await rm(folder, { recursive: true })
})
