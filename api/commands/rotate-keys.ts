import { openSecrets } from '../secrets/secrets.ts'
import { rotateSigningKeys } from '../sign-in/sessions/signing-keys.ts'
import type { Command } from './command.ts'

export const rotateKeysCommand: Command = {
  name: 'rotate-keys',
  usage: '[--at-once]',
  summary: 'Signs with a new key from now on and signs nobody out; --at-once drops the old ones without waiting a day',
  async run({ db, config, words, print }) {
    if (config.identity !== 'embedded') throw new Error('With IDENTITY=firebase there are no keys of ours')
    const atOnce = words.includes('--at-once')
    await rotateSigningKeys(db, { key: openSecrets(config).signingKeys, now: Date.now(), atOnce })
    print('Servers sign with the new key within minutes.')
    if (atOnce)
      print('Restart them, so that nothing signed with an old key is believed any more. Nobody is signed out.')
  },
}
