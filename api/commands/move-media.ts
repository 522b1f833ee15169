import { moveStore } from '../media/storage/move-store.ts'
import { checkStores, openStores, type Stores } from '../media/storage/stores.ts'
import { isBucketKnown } from '../missing-settings.ts'
import { type Command, option } from './command.ts'

export const moveMediaCommand: Command = {
  usage: '--to s3|disk',
  summary: 'Copies media, recordings and originals to the bucket or back and compares every byte; can be repeated',
  async run({ config, words, print }) {
    const to = option(words, 'to')
    if (to !== 's3' && to !== 'disk') throw new Error('Name the target: npm run admin -- move-media --to s3')
    if (!isBucketKnown(config)) throw new Error('S3_BUCKET, S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY are missing')
    // Otherwise a wrong bucket or key would fail once for each file, and stay unnoticed if there is no file.
    await checkStores({ ...config, storage: 's3' })
    const [source, target] = [await openStores(config, to === 's3' ? 'disk' : 's3'), await openStores(config, to)]
    for (const name of ['media', 'recordings', 'originals'] as const satisfies (keyof Stores)[]) {
      const { copied, there, failed } = await moveStore(source[name], target[name], name)
      print(`${name}: copied ${copied}, there already ${there}, failed ${failed.length}.`)
      if (failed.length > 0)
        throw new Error(`Some files are not copied:\n${failed.join('\n')}\nNothing was removed. Try again.`)
    }
    print(
      config.storage === to
        ? 'All files are copied.'
        : `All files are copied. Set STORAGE=${to}, restart, and run this command once more.`,
    )
  },
}
