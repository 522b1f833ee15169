import { rotateFileKey } from '../lesson-files/file-keys.ts'
import { openSecrets } from '../secrets/secrets.ts'
import type { Command } from './command.ts'

export const rotateLessonFileKeyCommand: Command = {
  usage: '[--revoke]',
  summary:
    'Signs lesson files with a new key from now on; --revoke also makes phones refuse all earlier files, if the key was stolen',
  async run({ db, config, words, print }) {
    const isRevoking = words.includes('--revoke')
    await rotateFileKey(db, { key: openSecrets(config).lessonFileKeys, now: Date.now(), isRevoking })
    print('Servers sign with the new key within a minute. Phones know it after their next visit with a network.')
    if (isRevoking) print('From then on they refuse earlier files.')
  },
}
