# umpire with PostgreSQL and the fast server parts. Nothing is fetched but the base image and packages of the index.
#   docker build -t umpire .
#   docker run -p 8000:8000 -v games:/games -e UMPIRE_KEY=… umpire
FROM python:3.13.7-slim AS build
WORKDIR /src
RUN python -m venv /opt/umpire
COPY pyproject.toml constraints.txt README.md LICENSE umpire_command.py ./
COPY domain domain
COPY application application
COPY adapters adapters
COPY event_schemas event_schemas
RUN /opt/umpire/bin/pip install --no-cache-dir -c constraints.txt '.[postgres,fast]'

FROM python:3.13.7-slim
RUN useradd --uid 10001 --create-home umpire && install -d -o umpire -g umpire /games
COPY --from=build /opt/umpire /opt/umpire
ENV PATH=/opt/umpire/bin:$PATH \
    PYTHONUNBUFFERED=1 \
    UMPIRE_HOST=0.0.0.0 \
    UMPIRE_DB=/games/games.umpire
USER umpire
WORKDIR /games
VOLUME /games
EXPOSE 8000
HEALTHCHECK --interval=10s --timeout=4s --start-period=15s \
    CMD ["python", "-c", "import urllib.request as r; r.urlopen('http://127.0.0.1:8000/ready', timeout=3)"]
ENTRYPOINT ["umpire"]
CMD ["serve"]
