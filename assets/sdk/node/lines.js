// Lines out of a stream of bytes, bounded.

/**
 * Hands every line of stream, as text and without its end, to take. What is no UTF-8, is
 * longer than limit bytes, or makes take throw ends the stream: fail is told why.
 */
export function readLines(stream, limit, take, fail) {
  const utf8 = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });
  let parts = [];
  let length = 0;
  const add = (part) => {
    length += part.length;
    if (length > limit) throw new RangeError(`a line is over ${limit} bytes`);
    parts.push(part);
  };
  stream.on("data", (chunk) => {
    if (stream.destroyed) return;
    try {
      let from = 0;
      for (let end = chunk.indexOf(10); end >= 0; end = chunk.indexOf(10, from)) {
        add(chunk.subarray(from, end));
        const line = utf8.decode(Buffer.concat(parts));
        [parts, length, from] = [[], 0, end + 1];
        take(line);
      }
      add(chunk.subarray(from));
    } catch (error) {
      stream.destroy();
      fail(error);
    }
  });
}
