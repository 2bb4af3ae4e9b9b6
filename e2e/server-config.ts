import { join } from 'node:path'
import { readConfig, type Config } from '#server/platform/config.ts'
import { keepSecrets } from '#tools/secrets.ts'
import { addresses, dataDir } from './stack.ts'

/** With the keys of the server under test, for what a journey makes by the server's own code. */
export async function serverConfig(): Promise<Config> {
  const { sessionKeys, encryptionKeys } = await keepSecrets(join(dataDir, 'secrets.json'))
  return readConfig({
    SESSION_KEYS: sessionKeys,
    ENCRYPTION_KEYS: encryptionKeys,
    DATABASE_URL: addresses().database,
  })
}
