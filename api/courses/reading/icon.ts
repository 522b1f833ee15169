import { lstat } from 'node:fs/promises'
import { join } from 'node:path'
import { cleanSvg } from './clean-svg.ts'
import type { CourseMedia } from './course-media.ts'
import type { Findings } from './findings.ts'
import { readText, Unreadable } from './folder.ts'
import { readMediaFile } from './media-file.ts'
import type { YamlFile } from './yaml-file.ts'

const MAX_ICON_BYTES = 20_000
const IMAGE = /\.(?:png|jpe?g|webp)$/i

type Course = { id: string; file: YamlFile; media: CourseMedia; findings: Findings }

/** The icon of a course: a drawing travels within the answer, an image is a file among the media. */
export async function readIcon(
  folder: string,
  name: string | undefined,
  { id, file, media, findings }: Course,
): Promise<{ svg: string; image: string }> {
  if (name === undefined) return { svg: '', image: '' }
  if (!/^[A-Za-z0-9_-][A-Za-z0-9._-]*$/.test(name)) {
    file.at(['icon']).mistake('must be the name of a file beside course.yaml')
    return { svg: '', image: '' }
  }
  if (!(await lstat(join(folder, name)).catch(() => undefined))) {
    file.at(['icon']).mistake(`${name} is not beside course.yaml`, name)
    return { svg: '', image: '' }
  }
  if (/\.svg$/i.test(name)) {
    const source = await readText(join(folder, name), MAX_ICON_BYTES).catch((error: Error) => {
      if (!(error instanceof Unreadable)) throw error
      findings.at(name).mistake(error.message)
      return undefined
    })
    return { svg: (source !== undefined && cleanSvg(source, id, findings.at(name, source))) || '', image: '' }
  }
  if (!IMAGE.test(name)) file.at(['icon']).mistake('must end in .svg, .png, .jpg or .webp')
  const image = await readMediaFile(join(folder, name), name, id, source => findings.at(name, source))
  if (image) media.add(image)
  return { svg: '', image: image?.storedName ?? '' }
}
