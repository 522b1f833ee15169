import { openSecrets } from '../secrets/secrets.ts'
import { rotateSigningKeys } from '../sign-in/sessions/signing-keys.ts'
import type { Command } from './command.ts'

export const rotateKeysCommand: Command = {
  usage: '[--at-once]',
  summary:
    'Signs tokens with a new key from now on, signs nobody out; --at-once deletes the old keys without waiting a day',
  async run({ db, config, words, print }) {
    if (config.identity !== 'embedded') throw new Error('With IDENTITY=firebase this server has no signing keys')
    const atOnce = words.includes('--at-once')
    await rotateSigningKeys(db, { key: openSecrets(config).signingKeys, now: Date.now(), atOnce })
    print('Servers sign with the new key within minutes.')
    if (atOnce) print('Restart the servers, so that they refuse tokens signed with an old key. Nobody is signed out.')
  },
}
