import { join } from 'node:path'
import { readConfig } from '#server/config.ts'
import { encryptBankDetails } from '#tools/demo/bank-details.ts'
import { keepSecrets } from '#tools/secrets.ts'
import { database } from './database.ts'
import { addresses, dataDir } from './stack.ts'

/** Gives the payout accounts of new families numbers, with the server's own keys, so that a bank can be told them. */
export async function makePayable(): Promise<void> {
  const { sessionKeys, encryptionKeys } = await keepSecrets(join(dataDir, 'secrets.json'))
  const config = readConfig({
    SESSION_KEYS: sessionKeys,
    ENCRYPTION_KEYS: encryptionKeys,
    DATABASE_URL: addresses().database,
  })
  await encryptBankDetails({ db: database(), config })
}
