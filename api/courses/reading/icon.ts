import { MAX_ICON_BYTES } from '../../../contract/organisation/media/author-files.ts'
import { cleanSvg } from './cleaning/clean-svg.ts'
import type { CourseMedia } from './course-media.ts'
import type { CourseReader } from './course-reader.ts'
import { readMediaFile } from './media-file.ts'
import type { YamlPlace } from './yaml/yaml-file.ts'

const IMAGE = /\.(?:png|jpe?g|webp)$/i

type Icon = { name: string | undefined; courseId: string; place: YamlPlace }

/** The icon of a course: an SVG becomes part of the response, an image becomes a media file. */
export async function readIcon(
  reader: CourseReader,
  media: CourseMedia,
  { name, courseId, place }: Icon,
): Promise<{ svg: string; image: string }> {
  if (name === undefined) return { svg: '', image: '' }
  if (!/^[A-Za-z0-9_-][A-Za-z0-9._-]*$/.test(name)) {
    place.mistake('must be the name of a file beside course.yaml')
    return { svg: '', image: '' }
  }
  if (!(await reader.folder.has(name))) {
    place.mistake(`${name} is not beside course.yaml`, name)
    return { svg: '', image: '' }
  }
  if (/\.svg$/i.test(name)) {
    const source = await reader.text(name, MAX_ICON_BYTES)
    const svg = source && (await cleanSvg(source, courseId, reader.report(name, source)))
    return { svg: svg ?? '', image: '' }
  }
  if (!IMAGE.test(name)) place.mistake('must end in .svg, .png, .jpg or .webp')
  const image = await readMediaFile(reader, name, courseId)
  if (image) media.add(image)
  return { svg: '', image: image?.storedName ?? '' }
}
