import { resolve } from 'node:path'
import * as v from 'valibot'
import { StoredCount } from '../../../contract/calls/stored-numbers.ts'
import { record } from '../../audit-log/audit-log.ts'
import { anyWrittenCourse, newestVersion } from '../../courses/drafts/draft-store.ts'
import { openOriginals } from '../../courses/files/originals.ts'
import { zipOf } from '../../courses/zip/write-zip.ts'
import { folderOfVersion } from '../../organisation/courses/file-routes.ts'
import { type Command, option, orMissing } from '../command.ts'
import { writeNewFile } from '../write-new-file.ts'

export const exportCourseCommand: Command = {
  usage: '<id> <file.zip> [--version <number> | --draft]',
  summary: 'Writes the folder of a course into a zip, as its authors wrote it; import-course takes it, unpacked',
  async run({ db, config, words, print }) {
    const [id, file] = words
    if (!id || !file) throw new Error('Name the course and a file: npm run admin -- export-course tea-en tea-en.zip')
    const chosenVersion = option(words, 'version')
    const isDraft = words.includes('--draft')
    const newest = isDraft ? undefined : (await newestVersion(db, id))?.number
    const number = chosenVersion === undefined ? newest : Number(chosenVersion)
    const written = await anyWrittenCourse(db, id)
    if (!written) throw new Error(`There is no course ${id}. To see all: npm run admin -- list-courses`)
    if (!isDraft && number === undefined)
      throw new Error(`${id} was never published. Its draft: export-course … --draft`)
    const missing = `${id} has no version ${chosenVersion}`
    // PostgreSQL throws if the number does not fit into the column.
    if (number !== undefined && !v.is(StoredCount, number)) throw new Error(missing)
    const { files, texts } =
      number === undefined ? written : await orMissing(missing, () => folderOfVersion(db, id, number))
    const zip = await zipOf(files, texts, await openOriginals(config))
    await writeNewFile(zip, resolve(file))
    await record(db, { uid: null, side: 'command' }, { action: 'course-exported', details: { course: id } }, Date.now())
    print(
      `${id}, ${number === undefined ? 'its draft' : `version ${number}`}, is in ${resolve(file)}: ${files.length} files.`,
    )
  },
}
