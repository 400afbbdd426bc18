/** @throws Error with the response unless the call succeeds */
export async function post(
  url: string,
  path: string,
  headers: Record<string, string>,
  body: object,
): Promise<Response> {
  const answer = await fetch(url + path, {
    method: "POST",
    headers: { "content-type": "application/json", ...headers },
    body: JSON.stringify(body),
  });
  if (!answer.ok) throw new Error(`${path}: ${answer.status} ${await answer.text()}`);
  return answer;
}

/** @returns the cookies of the session */
export async function signIn(url: string, path: string, body: object): Promise<string> {
  const answer = await post(url, path, {}, body);
  return answer.headers
    .getSetCookie()
    .map((cookie) => cookie.split(";")[0])
    .join("; ");
}
