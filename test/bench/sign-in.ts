/** @throws Error with the response unless the call succeeds */
export async function post(
  url: string,
  path: string,
  headers: Record<string, string>,
  body: object,
): Promise<Response> {
  const response = await fetch(url + path, {
    method: "POST",
    headers: { "content-type": "application/json", ...headers },
    body: JSON.stringify(body),
  });
  if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`);
  return response;
}

/** @returns the cookies of the session */
export async function signIn(url: string, path: string, body: object): Promise<string> {
  const response = await post(url, path, {}, body);
  return response.headers
    .getSetCookie()
    .map((cookie) => cookie.split(";")[0])
    .join("; ");
}
